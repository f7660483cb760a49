import { Color, Vector3, type Box3, type Sphere } from "three";
import { add, length, scale, subtract, type Vec3 } from "../base/vector";
import type { Description } from "../recording/description";
import type { Moment } from "../recording/frame";
import { ContactState } from "../recording/layout";
import { prefersDark, type Settings } from "../settings";
import { Arrows } from "./arrows";
import { Bodies } from "./bodies";
import { BodyColours } from "./colouring";
import { arrowScale, ForceArrows } from "./force_arrows";
import { Ground } from "./ground";
import { Outline } from "./outline";
import { dark, light, type Palette } from "./palette";
import { Picker } from "./picker";
import { ContactPoints } from "./points";
import { Stage, type Room } from "./stage";
import { firstDirection } from "./viewpoint";

/// The drawing of one moment: bodies, contacts, forces, the selected body, the springs of hands.
export class Picture {
  readonly stage: Stage;
  readonly bodies: Bodies;
  readonly picker: Picker;
  readonly forces: ForceArrows;
  readonly colours: BodyColours;
  readonly size: number; // of the scene [m]
  newtonsPerMetre: number;
  moment: Moment | null = null;
  selected = -1;
  private readonly ground: Ground;
  private readonly points = new ContactPoints();
  private readonly outline = new Outline();
  private readonly springs = new Arrows(0.9);
  private automatic: number | null = null;
  private painted = "";
  private drawnSprings = "";

  constructor(canvas: HTMLCanvasElement, readonly description: Description, readonly settings: Settings) {
    const room = roomOf(description);
    this.size = room.radius * 1.4;
    this.newtonsPerMetre = Math.max(description.weight, 1) / this.size;
    this.stage = new Stage(canvas, room);
    this.bodies = new Bodies(description);
    this.ground = new Ground(description, room.centre, this.size);
    this.forces = new ForceArrows(description);
    this.colours = new BodyColours(description);
    this.picker = new Picker(this.stage, this.bodies, this.ground);
    this.stage.scene.add(this.ground.group, this.bodies.group, this.points.group, this.forces.arrows.group, this.outline.lines, this.springs.group);
    this.stage.onBeforeDraw(() => this.fitToScreen());
    settings.onChange(() => this.refresh());
    this.springs.finish();
  }

  get palette(): Palette {
    return prefersDark(this.settings.current.theme) ? dark : light;
  }

  show(moment: Moment): void {
    if (!this.moment) this.stage.lookFrom(firstDirection(this.description, moment.frame, (body) => this.boxOf(body)));
    this.moment = moment;
    this.bodies.place(moment);
    this.stage.moveShadows();
    this.showContacts();
    this.paintBodies(false);
    this.showOutline();
    this.stage.invalidate();
  }

  /// After a change of what is to be seen.
  refresh(): void {
    const palette = this.palette;
    this.stage.paint(palette, palette === dark);
    this.ground.paint(palette);
    this.points.paint(palette);
    this.forces.paint(palette);
    this.outline.paint(palette.selected);
    this.bodies.setOpacity(this.settings.current.seeThrough ? 0.32 : 1);
    this.paintBodies(true);
    if (this.moment) this.show(this.moment);
  }

  select(body: number): void {
    this.selected = body;
    if (this.moment) this.show(this.moment);
  }

  /// Lines from where hands hold to where they pull [m].
  showSprings(springs: { from: Vec3; to: Vec3 }[]): void {
    const drawn = springs.map(({ from, to }) => [...from, ...to]).join(" ");
    if (drawn === this.drawnSprings) return;
    this.drawnSprings = drawn;
    this.springs.clear();
    const colour = new Color(this.palette.hand);
    for (const { from, to } of springs) this.springs.add(from, subtract(to, from), colour);
    this.springs.finish();
    this.stage.invalidate();
  }

  /// Looks at the selected body, or at the whole scene.
  frame(direction: Vec3 | null = null): void {
    const sphere = this.sphereOf(this.selected);
    if (!sphere) return this.stage.lookFrom(direction);
    this.stage.lookFrom(direction, this.roomAround(sphere.center.toArray(), 1.6 * sphere.radius));
  }

  /// Looks at a point where two bodies touch, from near enough to make them out; what is fixed and large need not fit.
  lookAtPair(a: number, b: number, point: Vec3): void {
    const centre = new Vector3(...point);
    const reach = [a, b]
      .map((body) => ({ sphere: this.sphereOf(body), fixed: this.description.bodies[body]!.fixed }))
      .filter(({ sphere, fixed }) => sphere !== null && !(fixed && sphere.radius > this.size))
      .map(({ sphere }) => centre.distanceTo(sphere!.center) + sphere!.radius);
    this.stage.goTo(this.roomAround(point, Math.max(0.02 * this.size, ...reach)));
  }

  /// The sphere around a body where it is now; null where there is nothing to see of it.
  private sphereOf(body: number): Sphere | null {
    const geometry = body >= 0 ? this.bodies.geometryOf(body) : null;
    if (!geometry || !this.moment?.frame.isPresent(body)) return null;
    if (!geometry.boundingSphere) geometry.computeBoundingSphere();
    return geometry.boundingSphere!.clone().applyMatrix4(this.bodies.matrixOf(this.moment, body));
  }

  private roomAround(centre: Vec3, reach: number): Room {
    const radius = Math.max(reach, 1e-3 * this.size);
    return { centre, half: [radius, radius, radius], radius };
  }

  private boxOf(body: number): Box3 | null {
    const geometry = this.bodies.geometryOf(body);
    if (geometry && !geometry.boundingBox) geometry.computeBoundingBox();
    return geometry?.boundingBox ?? null;
  }

  private showContacts(): void {
    const { frame } = this.moment!;
    const { points, openPoints, normal, friction, newtonsPerMetre } = this.settings.current;
    this.points.show(frame, (state) => (state === ContactState.open ? openPoints : points));
    this.automatic = arrowScale(frame, this.size, this.description.weight, this.automatic);
    this.newtonsPerMetre = newtonsPerMetre ?? this.automatic;
    this.forces.show(frame, this.newtonsPerMetre, { normal, friction }, this.selected);
  }

  private paintBodies(again: boolean): void {
    if (!this.moment) return;
    const { colouring } = this.settings.current;
    const key = `${colouring} ${this.palette === dark}`;
    if (!again && key === this.painted && !BodyColours.changes(colouring)) return;
    this.painted = key;
    this.bodies.paint(this.colours.of(colouring, this.moment.frame, this.palette));
  }

  private showOutline(): void {
    const { moment, selected } = this;
    const there = moment !== null && selected >= 0 && moment.frame.isPresent(selected);
    const geometry = there ? this.bodies.geometryOf(selected) : null;
    this.outline.show(geometry, geometry ? this.bodies.matrixOf(moment!, selected) : null);
  }

  private fitToScreen(): void {
    const { canvas, renderer } = this.stage;
    const ratio = renderer.getPixelRatio();
    const size = ratio * markSize(canvas.clientWidth, canvas.clientHeight);
    for (const arrows of [this.forces.arrows, this.springs]) {
      arrows.screen.value.set(canvas.width, canvas.height);
      arrows.setPixels(Math.max(1.8 * ratio, 2.6 * size));
    }
    this.points.setPixels(9 * size);
  }
}

/// How large points and arrows are drawn, 1 on a common screen; smaller in a small picture.
export const markSize = (width: number, height: number): number => (width < 600 ? Math.max(0.5, width / 700) : Math.max(1, height / 900));

/// The box that the camera looks at first.
export function roomOf(description: Description): Room {
  const { min, max } = description.extent;
  const centre = scale(add(min, max), 0.5);
  const half = scale(subtract(max, min), 0.5);
  const radius = length(half);
  if (![...centre, radius].every(Number.isFinite) || radius <= 0) return { centre: [0, 0, 0.5], half: [0.6, 0.6, 0.6], radius: 1 };
  return { centre, half, radius };
}
