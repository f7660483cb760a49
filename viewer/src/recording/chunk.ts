import { ViewerError } from "../base/error";
import { bodyWords, contactWords, figureNames, headSize, magic, rawSizeOf, stageCount, type FigureName, type Head } from "./layout";

/// A run of frames, decoded. Integers count the units of the description.
export interface Chunk {
  head: Head;
  time: Float64Array; // frames [s]
  step: Float64Array; // frames
  figures: Record<FigureName, Float32Array>;
  stages: Float32Array[]; // [ms]
  present: Uint8Array; // bodies x frames
  bodies: Int32Array; // frames x bodies x 13
  contactBegin: Uint32Array; // frames + 1: contacts of frame f are [begin[f], begin[f + 1])
  contacts: Int32Array; // contacts x 13
  vertices: Int32Array; // frames x vertices x 3
  bytes: number; // memory held
}

const damaged = (what: string): ViewerError => new ViewerError(`The data of the simulation is damaged (${what}). Write the replay again.`);
const largestRaw = 1 << 30;

export function readHead(bytes: Uint8Array): Head {
  if (bytes.length < headSize) throw damaged("a chunk is shorter than its head");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== magic) throw damaged("a chunk does not begin as one");
  const head: Head = {
    frames: view.getUint32(4, true),
    first: view.getUint32(8, true),
    bodies: view.getUint32(12, true),
    contacts: view.getUint32(16, true),
    vertices: view.getUint32(20, true),
    begin: view.getFloat64(24, true),
    end: view.getFloat64(32, true),
    rawSize: view.getUint32(40, true),
    packedSize: view.getUint32(44, true),
  };
  if (head.rawSize !== rawSizeOf(head) || head.rawSize > largestRaw) throw damaged("a chunk has another size than its head says");
  if (bytes.length !== headSize + (head.packedSize || head.rawSize)) throw damaged("a chunk is cut short");
  return head;
}

export async function decodeChunk(bytes: Uint8Array<ArrayBuffer>): Promise<Chunk> {
  const head = readHead(bytes);
  const body = bytes.subarray(headSize);
  const raw = head.packedSize === 0 ? body : await inflate(body, head.rawSize);
  return decodeRaw(head, raw);
}

/// zlib by the browser; never more than was promised.
async function inflate(packed: Uint8Array<ArrayBuffer>, size: number): Promise<Uint8Array> {
  const raw = new Uint8Array(size);
  let filled = 0;
  try {
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (filled + part.value.length > size) throw damaged("a chunk is longer than its head says");
      raw.set(part.value, filled);
      filled += part.value.length;
    }
  } catch (error) {
    throw error instanceof ViewerError ? error : damaged("a chunk cannot be unpacked");
  }
  if (filled !== size) throw damaged("a chunk is shorter than its head says");
  return raw;
}

export function decodeRaw(head: Head, raw: Uint8Array): Chunk {
  const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  const { frames, bodies: bodyCount, contacts: contactCount, vertices: vertexCount } = head;
  let at = 0;
  const doubles = (): Float64Array => Float64Array.from({ length: frames }, () => view.getFloat64((at += 8) - 8, true));
  const singles = (): Float32Array => Float32Array.from({ length: frames }, () => view.getFloat32((at += 4) - 4, true));
  const time = doubles();
  const step = doubles();
  const figures = Object.fromEntries(figureNames.map((name) => [name, singles()])) as Record<FigureName, Float32Array>;
  const stages = Array.from({ length: stageCount }, singles);

  const contactBegin = new Uint32Array(frames + 1);
  for (let f = 0; f < frames; ++f, at += 4) contactBegin[f + 1] = contactBegin[f]! + view.getUint32(at, true);
  // A chunk of figures says how many contacts there were without carrying them.
  if (bodyCount > 0 && contactBegin[frames] !== contactCount) throw damaged("contacts do not add up");
  const present = raw.slice(at, (at += bodyCount * frames));
  const bodies = series(planes(raw, at, bodyWords * bodyCount * frames), bodyWords * bodyCount, frames);
  at += 4 * bodies.length;
  const contacts = contactRows(planes(raw, at, contactWords * contactCount), contactBegin, contactCount);
  at += 4 * contacts.length;
  const vertices = series(planes(raw, at, 3 * vertexCount * frames), 3 * vertexCount, frames);
  checkContacts(contacts, bodyCount);
  const held = 16 * frames + 4 * frames * (figureNames.length + stageCount + 1);
  const bytes = held + present.length + 4 * (bodies.length + contacts.length + vertices.length);
  return { head, time, step, figures, stages, present, bodies, contactBegin, contacts, vertices, bytes };
}

/// Words from byte planes: byte k of word i is at begin + k * count + i.
function planes(raw: Uint8Array, begin: number, count: number): Int32Array {
  const words = new Int32Array(count);
  const second = begin + count;
  const third = second + count;
  const fourth = third + count;
  for (let i = 0; i < count; ++i)
    words[i] = raw[begin + i]! | (raw[second + i]! << 8) | (raw[third + i]! << 16) | (raw[fourth + i]! << 24);
  return words;
}

/// Sums the differences along each series of `frames` words; the result is ordered by frame.
function series(words: Int32Array, seriesCount: number, frames: number): Int32Array {
  const out = new Int32Array(words.length);
  for (let s = 0, i = 0; s < seriesCount; ++s) {
    let value = 0;
    for (let f = 0; f < frames; ++f) {
      value = (value + words[i++]!) | 0;
      out[f * seriesCount + s] = value;
    }
  }
  return out;
}

/// Sums the differences of contacts at the same place of successive frames; from field by field to contact by contact.
function contactRows(words: Int32Array, begin: Uint32Array, count: number): Int32Array {
  const out = new Int32Array(words.length);
  if (count === 0) return out;
  for (let f = 0; f + 1 < begin.length; ++f) {
    const before = f > 0 ? begin[f]! - begin[f - 1]! : 0;
    for (let c = begin[f]!; c < begin[f + 1]!; ++c) {
      const place = c - begin[f]!;
      const last = place < before ? (begin[f - 1]! + place) * contactWords : -1;
      for (let w = 0; w < contactWords; ++w)
        out[c * contactWords + w] = last < 0 ? words[w * count + c]! : (words[w * count + c]! + out[last + w]!) | 0;
    }
  }
  return out;
}

function checkContacts(contacts: Int32Array, bodyCount: number): void {
  for (let i = 0; i < contacts.length; i += contactWords) {
    const [a, b, state] = [contacts[i]!, contacts[i + 1]!, contacts[i + 2]!];
    if (a < 0 || b < 0 || a >= bodyCount || b >= bodyCount || state < 0 || state > 2) throw damaged("a contact of bodies that are not there");
  }
}
