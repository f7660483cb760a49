import { Box3, Matrix4, Quaternion, Ray, Vector3 } from "three";
import type { Vec3 } from "../base/vector";
import { isFree, type Description } from "../recording/description";
import type { Frame } from "../recording/frame";

/// From where to look at a scene first, best first: from in front, then ever steeper, for what stands behind walls.
const directions: readonly Vec3[] = [[0.55, -1, 0.42], [0.5, -0.9, 0.9], [0.4, -0.7, 1.4], [0.15, -0.3, 1]];
const enough = 0.75; // share of the free bodies that should be seen
const most = 400; // of bodies that are looked at

/// A box of a body's own coordinates, placed in the world.
export interface PlacedBox {
  box: Box3;
  toOwn: Matrix4; // from the world
}

/// The first direction from which most points are not behind boxes; else the one from which most are seen.
export function clearDirection(points: readonly Vector3[], boxes: readonly PlacedBox[]): Vec3 {
  const seen = directions.map((direction) => share(points, boxes, new Vector3(...direction).normalize()));
  const clear = seen.findIndex((value) => value >= enough);
  return directions[clear >= 0 ? clear : seen.indexOf(Math.max(...seen))]!;
}

/// From where the free bodies of a scene are seen past its fixed ones.
export function firstDirection(description: Description, frame: Frame, boxOf: (body: number) => Box3 | null): Vec3 {
  const points: Vector3[] = [];
  const boxes: PlacedBox[] = [];
  description.bodies.forEach((body, index) => {
    const box = frame.isPresent(index) ? boxOf(index) : null;
    if (!box || points.length + boxes.length >= most) return;
    const [w, x, y, z] = frame.rotation(index);
    const pose = new Matrix4().compose(new Vector3(...frame.position(index)), new Quaternion(x, y, z, w), new Vector3(1, 1, 1));
    if (isFree(body)) points.push(box.getCenter(new Vector3()).applyMatrix4(pose));
    else boxes.push({ box, toOwn: pose.invert() });
  });
  return clearDirection(points, boxes);
}

function share(points: readonly Vector3[], boxes: readonly PlacedBox[], back: Vector3): number {
  if (points.length === 0) return 1;
  const isSeen = (point: Vector3): boolean => boxes.every(({ box, toOwn }) => {
    const ray = new Ray(point.clone(), back.clone()).applyMatrix4(toOwn);
    return box.containsPoint(ray.origin) || !ray.intersectsBox(box); // what is inside a bounding box may still be seen
  });
  return points.filter(isSeen).length / points.length;
}
