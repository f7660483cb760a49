import { describe, expect, it } from "vitest";
import { add, dot, length, scale, type Vec3 } from "../src/base/vector";
import { decodeRaw, readHead } from "../src/recording/chunk";
import { bodyLoads, contactForceOn, contactsOf, forceParts, largestPairs, summarise } from "../src/recording/forces";
import { Frame } from "../src/recording/frame";
import { headSize } from "../src/recording/layout";
import { arrowScale } from "../src/scene/force_arrows";
import { encodeChunk } from "../src/sample/encode";
import { cubeWeight, describeStack, frameAt, sampleUnits } from "../src/sample/stack";
import { randomFrames } from "./random";

function frameOf(bytes: Uint8Array): Frame {
  return new Frame(decodeRaw(readHead(bytes), bytes.subarray(headSize)), 0, sampleUnits);
}

const cubes = 6;
const description = describeStack(cubes);
const sliding = frameOf(encodeChunk([frameAt(10, cubes)], 10));
const resting = frameOf(encodeChunk([frameAt(90, cubes)], 90));
const rounding = 4 * sampleUnits.force * cubes; // [N]

describe("forces", () => {
  it("on every cube of a stack carry its weight", () => {
    for (let body = 1; body <= cubes; ++body) {
      const sum = contactForceOn(resting, body);
      expect(Math.abs(sum[2] - cubeWeight)).toBeLessThan(rounding);
      expect(Math.abs(sum[0]) + Math.abs(sum[1])).toBeLessThan(rounding);
    }
  });

  it("on the ground are the weight of all", () => {
    expect(contactForceOn(resting, 0)[2]).toBeCloseTo(-description.weight, 1);
  });

  it("taken apart make the whole again, friction across the normal", () => {
    for (let seed = 1; seed <= 30; ++seed)
      for (const contact of frameOf(encodeChunk([randomFrames(seed)[0]!], 0)).contacts()) {
        const { normal, friction } = forceParts(contact);
        const size = length(contact.force) + 1e-9;
        add(normal, friction).forEach((x, i) => expect(Math.abs(x - contact.force[i]!)).toBeLessThan(1e-9 * size));
        expect(Math.abs(dot(friction, contact.normal))).toBeLessThan(1e-9 * size * (length(contact.normal) + 1));
      }
  });

  it("of friction brake the slider by mu times its weight", () => {
    const friction = contactsOf(sliding, cubes + 1).reduce<Vec3>((sum, contact) => add(sum, forceParts(contact).friction), [0, 0, 0]);
    expect(friction[0]).toBeCloseTo(-0.3 * cubeWeight, 1);
  });
});

describe("loads", () => {
  it("grow downwards in a stack by one weight a cube", () => {
    const loads = bodyLoads(resting, new Float64Array(cubes + 2));
    for (let body = 1; body <= cubes; ++body) expect(loads[body]).toBeCloseTo((cubes - body + 0.5) * cubeWeight, 0);
  });

  it("are listed by pair, the largest first", () => {
    const pairs = largestPairs(resting, 3);
    expect(pairs.map(({ a, b }) => [a, b])).toEqual([[0, 1], [1, 2], [2, 3]]);
    expect(length(pairs[0]!.force)).toBeCloseTo(cubes * cubeWeight, 1);
    expect(pairs[0]!.contacts).toBe(4);
    expect(length(pairs[0]!.largest.force)).toBeCloseTo((cubes * cubeWeight) / 4, 1);
  });
});

/// Pair by pair, contact by contact.
function pairsPlainly(frame: Frame): { bodies: string; force: number; contacts: number; largest: number; state: number }[] {
  const pairs = new Map<string, { force: Vec3; contacts: number; largest: number; state: number }>();
  for (const contact of frame.contacts()) {
    const key = `${Math.min(contact.a, contact.b)} ${Math.max(contact.a, contact.b)}`;
    const pair = pairs.get(key) ?? { force: [0, 0, 0] as Vec3, contacts: 0, largest: 0, state: 0 };
    const onLater = contact.a < contact.b ? contact.force : scale(contact.force, -1);
    pairs.set(key, { force: add(pair.force, onLater), contacts: pair.contacts + 1, largest: Math.max(pair.largest, length(contact.force)), state: Math.max(pair.state, contact.state) });
  }
  const all = [...pairs].map(([bodies, { force, ...rest }]) => ({ bodies, force: length(force), ...rest }));
  return all.filter(({ largest }) => largest > 0).sort((x, y) => y.force - x.force);
}

it("the largest pairs are those of a plain search, for random frames", () => {
  const near = (value: number, expected: number): void => expect(Math.abs(value - expected)).toBeLessThanOrEqual(1e-9 * (1 + expected));
  for (let seed = 1; seed <= 100; ++seed) {
    const frame = frameOf(encodeChunk(randomFrames(seed), 0));
    const found = largestPairs(frame, 3);
    const expected = pairsPlainly(frame);
    expect(found.length).toBe(Math.min(3, expected.length));
    found.forEach((pair, i) => {
      near(length(pair.force), expected[i]!.force);
      const same = expected.find(({ bodies }) => bodies === `${Math.min(pair.a, pair.b)} ${Math.max(pair.a, pair.b)}`)!;
      expect([pair.contacts, pair.state]).toEqual([same.contacts, same.state]);
      near(length(pair.largest.force), same.largest);
    });
  }
});

describe("the summary", () => {
  it("counts what moves and what slides", () => {
    expect(summarise(sliding, description)).toEqual({ bodies: cubes + 1, moving: 1, stick: 4 * cubes, slide: 4, open: 0 });
    expect(summarise(resting, description)).toEqual({ bodies: cubes + 1, moving: 0, stick: 4 * cubes + 4, slide: 0, open: 0 });
  });
});

describe("the scale of arrows", () => {
  it("makes the largest force about a third of the scene, in round numbers", () => {
    const newtonsPerMetre = arrowScale(resting, 1.2, description.weight, null);
    const longest = (cubes * cubeWeight) / 4 / newtonsPerMetre;
    expect(longest).toBeGreaterThan(0.15 * 1.2);
    expect(longest).toBeLessThan(0.6 * 1.2);
    const lead = newtonsPerMetre / 10 ** Math.floor(Math.log10(newtonsPerMetre) + 1e-9);
    expect([1, 2, 5].some((n) => Math.abs(n - lead) < 1e-9)).toBe(true);
  });

  it("stays while it serves", () => {
    const newtonsPerMetre = arrowScale(resting, 1.2, description.weight, null);
    expect(arrowScale(sliding, 1.2, description.weight, newtonsPerMetre * 1.5)).toBe(newtonsPerMetre * 1.5);
    expect(arrowScale(sliding, 1.2, description.weight, newtonsPerMetre * 100)).toBe(newtonsPerMetre);
  });
});

it("vectors: scale and add as they should", () => expect(add(scale([1, 2, 3], 2), [1, 1, 1])).toEqual([3, 5, 7]));
