import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { decodeChunk, readHead, type Chunk } from "../src/recording/chunk";
import { headSize } from "../src/recording/layout";
import { encodeChunk, type PlainFrame } from "../src/sample/encode";
import { randomFrames } from "./random";

/// The same frames back out of a chunk.
function plain(chunk: Chunk): PlainFrame[] {
  const { bodies, vertices, frames } = chunk.head;
  return Array.from({ length: frames }, (_, f) => ({
    time: chunk.time[f]!,
    step: chunk.step[f]!,
    figures: [...Object.values(chunk.figures), ...chunk.stages].map((series) => series[f]!),
    present: Array.from({ length: bodies }, (_, b) => chunk.present[b * frames + f] === 1),
    bodies: rows(chunk.bodies, f * bodies, bodies, 13),
    contacts: rows(chunk.contacts, chunk.contactBegin[f]!, chunk.contactBegin[f + 1]! - chunk.contactBegin[f]!, 13),
    vertices: rows(chunk.vertices, f * vertices, vertices, 3),
  }));
}

const rows = (words: Int32Array, first: number, count: number, width: number): number[][] =>
  Array.from({ length: count }, (_, i) => [...words.subarray((first + i) * width, (first + i + 1) * width)]);

function deflated(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const packed = deflateSync(bytes.subarray(headSize));
  const out = new Uint8Array(headSize + packed.length);
  out.set(bytes.subarray(0, headSize));
  out.set(packed, headSize);
  new DataView(out.buffer).setUint32(44, packed.length, true);
  return out;
}

describe("a chunk", () => {
  it("gives back the frames that went in, packed or not, for random frames", async () => {
    for (let seed = 1; seed <= 40; ++seed) {
      const frames = randomFrames(seed);
      const bytes = encodeChunk(frames, seed);
      for (const form of [bytes, deflated(bytes)]) {
        const chunk = await decodeChunk(form);
        expect(plain(chunk)).toEqual(frames);
        expect(chunk.head.first).toBe(seed);
      }
    }
  });

  it("of figures alone tells how many contacts there were", async () => {
    const frames = randomFrames(3);
    const chunk = await decodeChunk(encodeChunk(frames, 0, true));
    expect(chunk.head.bodies).toBe(0);
    frames.forEach((frame, f) => expect(chunk.contactBegin[f + 1]! - chunk.contactBegin[f]!).toBe(frame.contacts.length));
  });

  it("may begin anywhere in its buffer", async () => {
    const bytes = encodeChunk(randomFrames(5), 0);
    const moved = new Uint8Array(bytes.length + 3);
    moved.set(bytes, 3);
    expect(plain(await decodeChunk(moved.subarray(3)))).toEqual(randomFrames(5));
  });

  it("that is damaged is refused with a sentence, whatever byte is lost", async () => {
    const bytes = deflated(encodeChunk(randomFrames(7), 0));
    for (const length of [0, 3, 47, 48, 60, bytes.length - 1])
      await expect(decodeChunk(bytes.slice(0, length))).rejects.toThrow(/damaged/);
    const wrongMagic = bytes.slice();
    wrongMagic[0] = 0;
    expect(() => readHead(wrongMagic)).toThrow(/damaged/);
    const scrambled = bytes.slice();
    scrambled.fill(0xff, headSize + 2, headSize + 40);
    await expect(decodeChunk(scrambled)).rejects.toThrow(/damaged/);
  });

  it("that promises another size than it has is refused before memory is taken", () => {
    const bytes = encodeChunk(randomFrames(2), 0);
    new DataView(bytes.buffer).setUint32(4, 0x7fffffff, true);
    expect(() => readHead(bytes)).toThrow(/size/);
  });

  it("with contacts of bodies that do not exist is refused", async () => {
    const frames = randomFrames(9);
    frames[0]!.contacts.push([0, 99, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    await expect(decodeChunk(encodeChunk(frames, 0))).rejects.toThrow(/bodies that are not there/);
  });
});
