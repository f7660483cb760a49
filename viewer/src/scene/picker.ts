import { Plane, Raycaster, Vector2, Vector3, type Intersection, type Object3D } from "three";
import type { Vec3 } from "../base/vector";
import type { Bodies } from "./bodies";
import type { Ground } from "./ground";
import type { Stage } from "./stage";

export interface Pick {
  body: number;
  point: Vec3; // world [m]
  normal: Vec3; // of the surface, world
}

/// Finds what lies under a place of the screen (clientX, clientY).
export class Picker {
  private readonly ray = new Raycaster();

  constructor(
    private readonly stage: Stage,
    private readonly bodies: Bodies,
    private readonly ground: Ground,
  ) {}

  pick(x: number, y: number): Pick | null {
    this.aim(x, y);
    const hits = this.ray.intersectObjects([this.bodies.group, this.ground.group], true);
    for (const hit of hits) {
      const body = this.bodyOf(hit);
      if (body >= 0) return { body, point: hit.point.toArray(), normal: this.normalOf(hit) };
    }
    return null;
  }

  /// Where the ray through a place of the screen meets the plane through `point` that faces the camera.
  inCameraPlane(x: number, y: number, point: Vec3): Vec3 | null {
    this.aim(x, y);
    const facing = this.stage.camera.getWorldDirection(new Vector3());
    const plane = new Plane().setFromNormalAndCoplanarPoint(facing, new Vector3(...point));
    return this.ray.ray.intersectPlane(plane, new Vector3())?.toArray() ?? null;
  }

  /// Origin and direction of the ray through a place of the screen.
  rayAt(x: number, y: number): { origin: Vec3; direction: Vec3 } {
    this.aim(x, y);
    return { origin: this.ray.ray.origin.toArray(), direction: this.ray.ray.direction.toArray() };
  }

  private aim(x: number, y: number): void {
    const box = this.stage.canvas.getBoundingClientRect();
    const place = new Vector2((2 * (x - box.left)) / box.width - 1, 1 - (2 * (y - box.top)) / box.height);
    this.stage.camera.updateMatrixWorld();
    this.ray.setFromCamera(place, this.stage.camera);
  }

  private bodyOf(hit: Intersection<Object3D>): number {
    const plane = hit.object.userData["body"] as number | undefined;
    return plane ?? this.bodies.bodyAt(hit.object, hit.batchId);
  }

  private normalOf(hit: Intersection<Object3D>): Vec3 {
    return hit.normal?.toArray() ?? [0, 0, 1];
  }
}
