import { describe, expect, it } from "vitest";
import { decodeChunk } from "../src/recording/chunk";
import { ChunkCache } from "../src/recording/chunk_cache";
import type { ChunkSource } from "../src/recording/chunk_source";
import { momentTime, poseAt } from "../src/recording/frame";
import { lastIndex, Recording } from "../src/recording/recording";
import { sampleUnits, sliderAt, stackSample } from "../src/sample/stack";
import { random } from "./random";

const sample = stackSample({ cubes: 3, frames: 120, framesPerChunk: 25 });
const slider = 4;

class CountedChunks implements ChunkSource {
  fetched: number[] = [];
  fetch(index: number): Promise<Uint8Array<ArrayBuffer>> {
    this.fetched.push(index);
    return Promise.resolve(sample.chunks[index]!);
  }
}

const open = async (limit?: number): Promise<{ recording: Recording; source: CountedChunks }> => {
  const source = new CountedChunks();
  return { recording: new Recording(sample.description, source, await decodeChunk(sample.figures), limit), source };
};

describe("a recording", () => {
  it("shows every frame at its time, in any order", async () => {
    const { recording } = await open();
    const next = random(1);
    for (let i = 0; i < 300; ++i) {
      const number = Math.floor(next() * 120);
      const { frame, fraction } = await recording.load(recording.timeOf(number));
      expect(frame.number).toBe(number);
      expect(fraction).toBeLessThan(1e-6);
      expect(Math.abs(frame.position(slider)[0] - sliderAt(frame.time).x)).toBeLessThan(sampleUnits.position);
    }
  });

  it("goes on between frames, across chunks too", async () => {
    const { recording } = await open();
    await recording.load(0.25);
    const moment = await recording.load(0.245);
    expect(moment.frame.number).toBe(24);
    expect(moment.next?.number).toBe(25);
    expect(momentTime(moment)).toBeCloseTo(0.245, 9);
    const between = poseAt(moment, slider).position[0];
    expect(between).toBeCloseTo(0.5 * (sliderAt(0.24).x + sliderAt(0.25).x), 4);
  });

  it("shows the frame of a time that rounding has moved a little", async () => {
    const { recording } = await open();
    expect((await recording.load(0.57 - 1e-13)).frame.number).toBe(57);
  });

  it("stays at its ends beyond them", async () => {
    const { recording } = await open();
    expect((await recording.load(-5)).frame.number).toBe(0);
    expect((await recording.load(99)).frame.number).toBe(119);
    expect(recording.timeOf(500)).toBeCloseTo(1.19, 12);
  });

  it("knows about when a frame is without figures", () => {
    const recording = new Recording(sample.description, new CountedChunks(), null);
    for (let f = 0; f < 120; ++f) expect(recording.timeOf(f)).toBeCloseTo(f * 0.01, 9);
  });

  it("does not take a selection of figures for those of all frames", async () => {
    const { recording } = await open();
    const figures = recording.figures!;
    recording.figures = { ...figures, time: figures.time.filter((_, i) => i % 10 === 0) };
    for (let f = 0; f < 120; ++f) expect(recording.timeOf(f)).toBeCloseTo(f * 0.01, 9);
  });

  it("asks for one chunk at a time while the timeline is dragged, and shows the last", async () => {
    let under = 0;
    let most = 0;
    const fetched: number[] = [];
    const slow: ChunkSource = {
      async fetch(index) {
        fetched.push(index);
        most = Math.max(most, ++under);
        await new Promise((resolve) => setTimeout(resolve, 5));
        --under;
        return sample.chunks[index]!;
      },
    };
    const recording = new Recording(sample.description, slow, null);
    const times = [0.1, 0.3, 0.6, 0.8, 1.1];
    const moments = await Promise.all(times.map((time) => recording.seek(time)));
    expect(moments.map((moment) => moment?.frame.number ?? null)).toEqual([null, null, null, null, 110]);
    expect(most).toBe(1);
    expect(fetched).toEqual([0, 4]);
  });

  it("goes on after a chunk that could not be had", async () => {
    let failures = 1;
    const recording = new Recording(sample.description, { fetch: (i) => (failures-- > 0 ? Promise.reject(new Error("lost")) : Promise.resolve(sample.chunks[i]!)) }, null);
    await expect(recording.seek(0.1)).rejects.toThrow("lost");
    expect((await recording.seek(0.1))?.frame.number).toBe(10);
  });

  it("reads a chunk once while it is remembered", async () => {
    const { recording, source } = await open();
    await Promise.all([recording.load(0), recording.load(0.1), recording.load(0.2)]);
    expect(source.fetched).toEqual([0]);
  });

  it("keeps no more memory than allowed, however it is scrubbed", async () => {
    const size = (await decodeChunk(sample.chunks[0]!)).bytes;
    const { recording } = await open(2.5 * size);
    const next = random(2);
    for (let i = 0; i < 200; ++i) {
      await recording.load(1.19 * next());
      expect(recording.decodedBytes).toBeLessThanOrEqual(2.5 * size);
    }
  });

  it("without frames is refused", () => {
    expect(() => new Recording({ ...sample.description, chunks: [] }, new CountedChunks(), null)).toThrow(/empty/);
  });
});

describe("the cache of chunks", () => {
  it("drops what was used longest ago", async () => {
    const source = new CountedChunks();
    const size = (await decodeChunk(sample.chunks[0]!)).bytes;
    const cache = new ChunkCache(source, 3.5 * size);
    for (const index of [0, 1, 2, 0, 3]) await cache.load(index);
    expect(cache.peek(1)).toBeNull();
    expect(cache.peek(0)).not.toBeNull();
  });

  it("tries again after a failure", async () => {
    let failures = 1;
    const cache = new ChunkCache({ fetch: (i) => (failures-- > 0 ? Promise.reject(new Error("lost")) : Promise.resolve(sample.chunks[i]!)) }, 1e9);
    await expect(cache.load(0)).rejects.toThrow("lost");
    await expect(cache.load(0)).resolves.toBeDefined();
  });
});

it("lastIndex finds what a search from the end finds", () => {
  const next = random(4);
  for (let i = 0; i < 200; ++i) {
    const values = Array.from({ length: Math.floor(next() * 12) }, () => Math.floor(next() * 10)).sort((a, b) => a - b);
    const bound = next() * 11;
    expect(lastIndex(values.length, (k) => values[k]! <= bound)).toBe(values.filter((v) => v <= bound).length - 1);
  }
});
