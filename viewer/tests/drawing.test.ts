import { Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { add, length, rotate, type Quat, type Vec3 } from "../src/base/vector";
import { decodeRaw, readHead } from "../src/recording/chunk";
import { Frame, poseAt, type Moment } from "../src/recording/frame";
import { headSize } from "../src/recording/layout";
import { Bodies } from "../src/scene/bodies";
import { ForceArrows, type DrawnArrow } from "../src/scene/force_arrows";
import { encodeChunk, type PlainFrame } from "../src/sample/encode";
import { cubeWeight, describeStack, frameAt, sampleUnits } from "../src/sample/stack";
import { random } from "./random";

const cubes = 3;
const description = describeStack(cubes);
const newtonsPerMetre = 500;

function framesOf(plain: PlainFrame[]): Frame[] {
  const bytes = encodeChunk(plain, 0);
  const chunk = decodeRaw(readHead(bytes), bytes.subarray(headSize));
  return plain.map((_, i) => new Frame(chunk, i, sampleUnits));
}

function arrowsOf(plain: PlainFrame, selected: number): DrawnArrow[] {
  const arrows = new ForceArrows(description);
  arrows.show(framesOf([plain])[0]!, newtonsPerMetre, { normal: true, friction: true }, selected);
  return arrows.drawn();
}

/// The force that arrows of one kind stand for together [N].
const force = (arrows: DrawnArrow[], kind: DrawnArrow["kind"]): Vec3 =>
  arrows.filter((arrow) => arrow.kind === kind).reduce<Vec3>((sum, { reach }) => add(sum, [newtonsPerMetre * reach[0], newtonsPerMetre * reach[1], newtonsPerMetre * reach[2]]), [0, 0, 0]);

describe("force arrows", () => {
  it("are as long as the force over the scale, and hold things up", () => {
    const arrows = arrowsOf(frameAt(90, cubes), -1);
    expect(arrows).toHaveLength(4 * (cubes + 1));
    for (let body = 1; body <= cubes; ++body) {
      const under = arrows.filter(({ on }) => on === body);
      expect(under).toHaveLength(4);
      for (const { reach } of under) expect(reach[2]).toBeCloseTo(((cubes - body + 1) * cubeWeight) / 4 / newtonsPerMetre, 4);
    }
  });

  it("on a selected body are those of its free-body diagram: together they carry its weight", () => {
    for (let body = 1; body <= cubes; ++body) {
      const arrows = arrowsOf(frameAt(90, cubes), body);
      expect(arrows.every(({ on }) => on === body)).toBe(true);
      expect(force(arrows, "normal")[2]).toBeCloseTo(cubeWeight, 1);
    }
  });

  it("on the ground point down", () => {
    const arrows = arrowsOf(frameAt(90, cubes), 0);
    for (const { reach } of arrows) expect(reach[2]).toBeLessThan(0);
    expect(force(arrows, "normal")[2]).toBeCloseTo(-(cubes + 1) * cubeWeight, 1);
  });

  it("of friction brake what slides", () => {
    const slider = arrowsOf(frameAt(10, cubes), cubes + 1);
    expect(force(slider, "friction")[0]).toBeCloseTo(-0.3 * cubeWeight, 1);
    expect(force(arrowsOf(frameAt(10, cubes), 0), "friction")[0]).toBeCloseTo(0.3 * cubeWeight, 1);
  });
});

/// The sample's frame with the first cube turned.
function turned(rotation: Quat): PlainFrame {
  const frame = frameAt(90, cubes);
  rotation.forEach((x, i) => (frame.bodies[1]![3 + i] = Math.round(x / sampleUnits.rotation)));
  return frame;
}

function randomRotation(next: () => number): Quat {
  const q = [next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5] as Quat;
  const size = Math.hypot(...q);
  return size > 0.1 ? (q.map((x) => x / size) as unknown as Quat) : [1, 0, 0, 0];
}

const still = (frame: Frame): Moment => ({ frame, next: null, fraction: 0 });

describe("bodies", () => {
  it("are drawn where the recording has them: a quarter turn about z takes x to y", () => {
    const [frame] = framesOf([turned([Math.SQRT1_2, 0, 0, Math.SQRT1_2])]);
    const corner = new Vector3(0.1, 0, 0).applyMatrix4(new Bodies(description).matrixOf(still(frame!), 1));
    [0, 0.1, 0.1].forEach((x, i) => expect(corner.getComponent(i)).toBeCloseTo(x, 5)); // its middle is 0.1 m above ground
  });

  it("are drawn with any rotation as it was recorded", () => {
    const bodies = new Bodies(description);
    const next = random(3);
    for (let trial = 0; trial < 50; ++trial) {
      const rotation = randomRotation(next);
      const point: Vec3 = [next(), next(), next()];
      const [frame] = framesOf([turned(rotation)]);
      const drawn = new Vector3(...point).applyMatrix4(bodies.matrixOf(still(frame!), 1));
      add(frame!.position(1), rotate(rotation, point)).forEach((x, i) => expect(drawn.getComponent(i)).toBeCloseTo(x, 5));
    }
  });

  it("turn the shorter way from frame to frame: q and -q are the same rotation", () => {
    const next = random(4);
    for (let trial = 0; trial < 50; ++trial) {
      const rotation = randomRotation(next);
      const opposite = rotation.map((x) => -x) as unknown as Quat;
      const [frame, after] = framesOf([turned(rotation), turned(opposite)]);
      const between = poseAt({ frame: frame!, next: after!, fraction: next() }, 1).rotation;
      expect(length([between[1] - rotation[1], between[2] - rotation[2], between[3] - rotation[3]])).toBeLessThan(1e-6);
      expect(between[0]).toBeCloseTo(rotation[0], 5);
    }
  });
});
