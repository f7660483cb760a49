import { add, conjugate, rotate, subtract, type Vec3 } from "../base/vector";
import { isFree } from "../recording/description";
import { poseAt } from "../recording/frame";
import type { Shell } from "../shell";

export interface DragActions {
  grab(body: number, point: Vec3): void; // own coordinates of the body [m]
  move(point: Vec3): void; // world [m]
  release(): void;
  drop(at: Vec3, normal: Vec3): void;
  throwAlong(origin: Vec3, direction: Vec3): void;
}

const threshold = 4; // a click moves less [pixels]

/// The mouse on the picture of a live simulation: pull bodies, select them, drop and throw new ones.
export class Drag {
  private held: { body: number; point: Vec3; start: Vec3; target: Vec3; pulling: boolean; x: number; y: number } | null = null;

  constructor(private readonly shell: Shell, private readonly actions: DragActions) {
    const box = shell.picture.stage.canvas.parentElement!;
    // Before the camera's own listeners, which sit on the canvas.
    box.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
    box.addEventListener("pointermove", (event) => this.move(event), { capture: true });
    box.addEventListener("pointerup", (event) => this.up(event), { capture: true });
    box.addEventListener("pointercancel", () => this.letGo(), { capture: true });
  }

  /// The spring that is being pulled, from the body's point to the mouse (world).
  spring(): { body: number; from: Vec3; to: Vec3 } | null {
    const { moment } = this.shell.picture;
    if (!this.held?.pulling || !moment) return null;
    const { position, rotation } = poseAt(moment, this.held.body);
    return { body: this.held.body, from: add(position, rotate(rotation, this.held.point)), to: this.held.target };
  }

  private down(event: PointerEvent): void {
    const { picture } = this.shell;
    if (event.button !== 0 || event.target !== picture.stage.canvas || this.held) return;
    const pick = picture.picker.pick(event.clientX, event.clientY);
    if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) {
      event.stopPropagation();
      if (event.shiftKey && pick) this.actions.drop(pick.point, pick.normal);
      else if (!event.shiftKey) {
        const { origin, direction } = picture.picker.rayAt(event.clientX, event.clientY);
        this.actions.throwAlong(origin, direction);
      }
      return;
    }
    const body = pick ? this.shell.description.bodies[pick.body]! : null;
    const free = pick !== null && body !== null && isFree(body) && picture.moment !== null;
    const { position, rotation } = free ? poseAt(picture.moment!, pick.body) : { position: [0, 0, 0] as Vec3, rotation: [1, 0, 0, 0] as [number, number, number, number] };
    const point = free ? rotate(conjugate(rotation), subtract(pick.point, position)) : ([0, 0, 0] as Vec3);
    this.held = { body: free ? pick.body : -1, point, start: pick?.point ?? [0, 0, 0], target: pick?.point ?? [0, 0, 0], pulling: false, x: event.clientX, y: event.clientY };
    if (!free) return;
    event.stopPropagation();
    picture.stage.canvas.setPointerCapture(event.pointerId);
  }

  private move(event: PointerEvent): void {
    const { held } = this;
    if (!held || held.body < 0) return;
    event.stopPropagation();
    const target = this.shell.picture.picker.inCameraPlane(event.clientX, event.clientY, held.start);
    if (!target) return;
    if (!held.pulling) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < threshold) return;
      held.pulling = true;
      this.actions.grab(held.body, held.point);
      this.shell.select(held.body);
    }
    held.target = target;
    this.actions.move(target);
  }

  private up(event: PointerEvent): void {
    const { held } = this;
    if (!held) return;
    const click = !held.pulling && Math.hypot(event.clientX - held.x, event.clientY - held.y) < threshold;
    if (click) this.shell.select(this.shell.picture.picker.pick(event.clientX, event.clientY)?.body ?? -1);
    this.letGo();
  }

  private letGo(): void {
    if (this.held?.pulling) this.actions.release();
    this.held = null;
  }
}
