import { Box3, Matrix4, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { clearDirection, type PlacedBox } from "../src/scene/viewpoint";

const placed = (size: [number, number, number], at: [number, number, number]): PlacedBox => {
  const half = new Vector3(...size).multiplyScalar(0.5);
  return { box: new Box3(half.clone().negate(), half), toOwn: new Matrix4().makeTranslation(...at).invert() };
};

describe("the first look at a scene", () => {
  const things = [-0.2, 0, 0.2].map((x) => new Vector3(x, 0, 0.1));

  it("is from in front where nothing stands in the way", () => {
    expect(clearDirection(things, [])).toEqual([0.55, -1, 0.42]);
    expect(clearDirection([], [placed([1, 1, 1], [0, 0, 0])])).toEqual([0.55, -1, 0.42]);
    expect(clearDirection(things, [placed([4, 4, 1], [0, 0, -0.5])])).toEqual([0.55, -1, 0.42]); // a floor
    expect(clearDirection(things, [placed([4, 0.1, 1], [0, 1, 0.5])])).toEqual([0.55, -1, 0.42]); // a wall behind them
  });

  it("is from higher up where a wall is in front of them", () => {
    const low = clearDirection(things, [placed([4, 0.1, 0.5], [0, -0.5, 0.25])]);
    const high = clearDirection(things, [placed([4, 0.1, 1], [0, -0.5, 0.5])]);
    expect(low[2] / Math.abs(low[1])).toBeGreaterThan(0.42);
    expect(high[2] / Math.abs(high[1])).toBeGreaterThan(low[2] / Math.abs(low[1]));
  });

  it("is somewhere even where nothing is seen", () => {
    expect(clearDirection(things, [placed([4, 4, 0.1], [0, 0, 1])])).toHaveLength(3);
  });
});
