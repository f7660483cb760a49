import { describe, expect, it } from "vitest";
import { leftOverText } from "../src/panels/inspector";
import { hintOf } from "../src/panels/summary";
import { decodeRaw, readHead } from "../src/recording/chunk";
import { leftOver } from "../src/recording/forces";
import { Frame } from "../src/recording/frame";
import { headSize } from "../src/recording/layout";
import { encodeChunk } from "../src/sample/encode";
import { cubeWeight, frameAt, sampleUnits } from "../src/sample/stack";
import { markSize } from "../src/scene/picture";

const cubes = 3;
function frameOf(f: number): Frame {
  const bytes = encodeChunk([frameAt(f, cubes)], f);
  return new Frame(decodeRaw(readHead(bytes), bytes.subarray(headSize)), 0, sampleUnits);
}

describe("what is left over on a body", () => {
  it("at rest is nothing but rounding, and is called so", () => {
    for (let body = 1; body <= cubes; ++body) {
      const left = leftOver(frameOf(90), body, [0, 0, -cubeWeight]);
      expect(left.force).toBeLessThanOrEqual(left.rounding);
      expect(left.rounding).toBeLessThan(8 * sampleUnits.force);
      expect(leftOverText(left)).toMatch(/^0 N within rounding \(±[\d.]+ mN\)$/);
    }
  });

  it("is a force where it is more than rounding can make", () => {
    const sliding = leftOver(frameOf(10), cubes + 1, [0, 0, -cubeWeight]);
    expect(sliding.force).toBeCloseTo(0.3 * cubeWeight, 1);
    expect(leftOverText(sliding)).toBe("56.5 N");
    expect(leftOver(frameOf(0), 1, [0, 0, -5])).toEqual({ force: 5, rounding: 0 }); // free fall has no contacts to round
  });
});

it("the panel says why there are no loads yet", () => {
  expect(hintOf(frameOf(0), 0, true)).toBe("Contacts appear with the first step: press play.");
  expect(hintOf(frameOf(0), 0, false)).toBe("Contacts appear with the first step.");
  expect(hintOf(frameOf(5), 0, true)).toBe("Nothing presses on anything.");
  expect(hintOf(frameOf(5), 2, true)).toMatch(/one of many exact/);
});

it("points are smaller in a small picture, larger on a large screen", () => {
  expect(markSize(390, 500)).toBeLessThan(0.6);
  expect(markSize(1080, 600)).toBe(1);
  expect(markSize(2200, 1350)).toBe(1.5);
});
