import type { PlainFrame } from "../src/sample/encode";

/// Numbers that look random and are the same in every run (mulberry32).
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/// Frames with any words, the largest and smallest among them.
export function randomFrames(seed: number): PlainFrame[] {
  const next = random(seed);
  const whole = (below: number): number => Math.floor(next() * below);
  const word = (): number => (next() < 0.1 ? 0x7fffffff : next() < 0.1 ? -0x80000000 : Math.round((next() - 0.5) * 2 ** whole(32)) | 0);
  const words = (count: number): number[] => Array.from({ length: count }, word);
  const [frames, bodies, vertices] = [1 + whole(6), 1 + whole(5), whole(4)];
  return Array.from({ length: frames }, (_, f) => ({
    time: f * 0.01,
    step: f,
    figures: Array.from({ length: 14 }, () => Math.fround(next())),
    present: Array.from({ length: bodies }, () => next() < 0.8),
    bodies: Array.from({ length: bodies }, () => words(13)),
    contacts: Array.from({ length: whole(7) }, () => [whole(bodies), whole(bodies), whole(3), ...words(10)]),
    vertices: Array.from({ length: vertices }, () => words(3)),
  }));
}
