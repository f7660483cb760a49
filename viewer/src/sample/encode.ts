import { bodyWords, contactWords, figureNames, headSize, magic, rawSizeOf, stageCount } from "../recording/layout";

/// A frame before it is packed, in counts of the units. For tests and samples.
export interface PlainFrame {
  time: number;
  step: number;
  figures: number[]; // 8, then 6 stages
  present: boolean[];
  bodies: number[][]; // 13 words each
  contacts: number[][]; // 13 words each
  vertices: number[][]; // 3 words each
}

/// Packs frames into the bytes of a chunk, not deflated. `figuresOnly`: without bodies and contacts.
export function encodeChunk(frames: PlainFrame[], first: number, figuresOnly = false): Uint8Array<ArrayBuffer> {
  const bodies = figuresOnly ? 0 : frames[0]!.bodies.length;
  const vertices = figuresOnly ? 0 : frames[0]!.vertices.length;
  const contacts = figuresOnly ? 0 : frames.reduce((sum, frame) => sum + frame.contacts.length, 0);
  const rawSize = rawSizeOf({ frames: frames.length, bodies, contacts, vertices });
  const bytes = new Uint8Array(headSize + rawSize);
  const view = new DataView(bytes.buffer);
  [magic, frames.length, first, bodies, contacts, vertices].forEach((word, i) => view.setUint32(4 * i, word, true));
  view.setFloat64(24, frames[0]!.time, true);
  view.setFloat64(32, frames[frames.length - 1]!.time, true);
  view.setUint32(40, rawSize, true);

  let at = headSize;
  for (const frame of frames) view.setFloat64((at += 8) - 8, frame.time, true);
  for (const frame of frames) view.setFloat64((at += 8) - 8, frame.step, true);
  for (let k = 0; k < figureNames.length + stageCount; ++k)
    for (const frame of frames) view.setFloat32((at += 4) - 4, frame.figures[k]!, true);
  for (const frame of frames) view.setUint32((at += 4) - 4, frame.contacts.length, true);
  if (figuresOnly) return bytes;
  for (let b = 0; b < bodies; ++b) for (const frame of frames) bytes[at++] = frame.present[b] ? 1 : 0;
  at = writePlanes(bytes, at, differences(frames.map((frame) => frame.bodies.flat()), bodyWords * bodies));
  at = writePlanes(bytes, at, contactDifferences(frames, contacts));
  writePlanes(bytes, at, differences(frames.map((frame) => frame.vertices.flat()), 3 * vertices));
  return bytes;
}

function differences(rows: number[][], seriesCount: number): number[] {
  const words: number[] = [];
  for (let s = 0; s < seriesCount; ++s)
    rows.forEach((row, f) => words.push(f === 0 ? row[s]! : (row[s]! - rows[f - 1]![s]!) | 0));
  return words;
}

function contactDifferences(frames: PlainFrame[], count: number): number[] {
  const words = new Array<number>(contactWords * count).fill(0);
  let c = 0;
  frames.forEach((frame, f) =>
    frame.contacts.forEach((contact, place) => {
      const last = f > 0 ? frames[f - 1]!.contacts[place] : undefined;
      contact.forEach((word, w) => (words[w * count + c] = last ? (word - last[w]!) | 0 : word));
      ++c;
    }),
  );
  return words;
}

function writePlanes(bytes: Uint8Array, at: number, words: number[]): number {
  words.forEach((word, i) => {
    for (let k = 0; k < 4; ++k) bytes[at + k * words.length + i] = (word >>> (8 * k)) & 255;
  });
  return at + 4 * words.length;
}
