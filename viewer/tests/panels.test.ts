import { describe, expect, it } from "vitest";
import { seconds } from "../src/base/format";
import { materialsPresent } from "../src/live/controls";
import { whyNoState } from "../src/live/touch_panel";
import { leftOverText } from "../src/panels/inspector";
import { depths, depthUnit, type FigureSeries } from "../src/panels/plot_series";
import { hintOf } from "../src/panels/summary";
import { decodeRaw, readHead } from "../src/recording/chunk";
import { leftOver } from "../src/recording/forces";
import { Frame } from "../src/recording/frame";
import { headSize } from "../src/recording/layout";
import { encodeChunk } from "../src/sample/encode";
import { cubeWeight, describeStack, frameAt, sampleUnits } from "../src/sample/stack";
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

describe("penetrations", () => {
  const series = (penetration: number[]): FigureSeries => ({ figures: { penetration, converged: penetration.map(() => 1) } }) as unknown as FigureSeries;

  it("are in one unit, chosen by the largest", () => {
    expect(depthUnit(series([2e-7, 3.5e-5]))).toEqual({ factor: 1e-6, unit: "µm" });
    expect(depthUnit(series([2e-7, 3.5e-9]))).toEqual({ factor: 1e-9, unit: "nm" });
    expect(depthUnit(series([0.004]))).toEqual({ factor: 1e-3, unit: "mm" });
  });

  it("below a nanometre are none", () => {
    expect(depths(series([0, 3e-16, 9e-10, 2e-9]))).toEqual([0, 0, 0, 2e-9]);
    expect(depthUnit(series([3e-16])).unit).toBe("nm");
  });
});

it("a file that is no saved state is refused with what it is and which one to use", () => {
  expect(whyNoState("a.html", "<!doctype html><p>")).toMatch(/a\.html is a page.*\.state/);
  expect(whyNoState("arch.json", '{"stiction": 1}')).toMatch(/JSON.*stiction view/);
  expect(whyNoState("x", "")).toMatch(/empty/);
  expect(whyNoState("x.png", "\u0089PNG")).toMatch(/not a saved state/);
  expect(whyNoState("a.state", "U1RJQw==")).toBeNull();
});

it("materials are offered once a body of them is there", () => {
  const plain = frameAt(5, cubes);
  plain.present[cubes + 1] = false; // the slider, the only body of ice
  const bytes = encodeChunk([plain], 5);
  const without = new Frame(decodeRaw(readHead(bytes), bytes.subarray(headSize)), 0, sampleUnits);
  expect([...materialsPresent(without, describeStack(cubes))]).toEqual(["stone"]);
  expect([...materialsPresent(frameOf(5), describeStack(cubes))]).toEqual(["stone", "ice"]);
});

it("a time and its end are written alike", () => {
  expect(`${seconds(6.3, 10)} / ${seconds(10)}`).toBe("6.300 s / 10.000 s");
  expect(`${seconds(6.3, 600)} / ${seconds(600)}`).toBe("6.30 s / 600.00 s");
});
