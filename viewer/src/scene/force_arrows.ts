import { Color } from "three";
import { dot, length, type Vec3 } from "../base/vector";
import type { Description, Units } from "../recording/description";
import type { Frame } from "../recording/frame";
import { contactWords } from "../recording/layout";
import { Arrows } from "./arrows";
import { roundCell } from "./ground";
import type { Palette } from "./palette";

const least = 1e-9; // shorter arrows are not drawn [m]

export interface DrawnArrow {
  kind: "normal" | "friction";
  on: number; // the body that the force acts on
  from: Vec3; // [m]
  reach: Vec3; // [m]
}

/// The forces of contacts as arrows: pressure and friction apart. An arrow acts on the selected body, else on the free one, else on
/// the one that is held up by it.
export class ForceArrows {
  readonly arrows = new Arrows();
  private readonly of: Pick<DrawnArrow, "kind" | "on">[] = []; // for every arrow
  private readonly point: Vec3 = [0, 0, 0]; // used again for every contact, as are the next three
  private readonly normal: Vec3 = [0, 0, 0];
  private readonly force: Vec3 = [0, 0, 0];
  private readonly pressure: Vec3 = [0, 0, 0];
  private readonly colours = { normal: new Color(), friction: new Color() };

  constructor(private readonly description: Description) {}

  paint(palette: Palette): void {
    this.colours.normal.set(palette.normal);
    this.colours.friction.set(palette.friction);
  }

  /// `newtonsPerMetre`: the force that an arrow of one metre stands for. A selected body shows its own forces only.
  show(frame: Frame, newtonsPerMetre: number, shown: { normal: boolean; friction: boolean }, selected: number): void {
    this.arrows.clear();
    this.of.length = 0;
    if (shown.normal || shown.friction) {
      const rows = frame.contactRows();
      for (let at = 0; at < rows.length; at += contactWords) {
        if (selected >= 0 && rows[at] !== selected && rows[at + 1] !== selected) continue;
        this.addContact(rows, at, frame.units, newtonsPerMetre, shown, selected);
      }
    }
    this.arrows.setBehindOpacity(selected >= 0 ? 0.9 : 0.3);
    this.arrows.finish();
  }

  /// What is drawn now.
  drawn(): DrawnArrow[] {
    return this.of.map(({ kind, on }, i) => ({ kind, on, ...this.arrows.at(i) }));
  }

  private addContact(rows: Int32Array, at: number, units: Units, newtonsPerMetre: number, shown: { normal: boolean; friction: boolean }, selected: number): void {
    const { point, normal, force, pressure } = this;
    let along = 0; // force . normal, in counts
    let square = 0; // normal . normal
    for (let i = 0; i < 3; ++i) {
      point[i] = rows[at + 3 + i]! * units.position;
      normal[i] = rows[at + 6 + i]!;
      force[i] = rows[at + 10 + i]!;
      along += force[i]! * normal[i]!;
      square += normal[i]! * normal[i]!;
    }
    const onB = this.actsOnB(rows[at]!, rows[at + 1]!, selected);
    const metres = ((onB ? 1 : -1) * units.force) / newtonsPerMetre; // of one count of force
    for (let i = 0; i < 3; ++i) {
      pressure[i] = square > 0 ? (metres * along * normal[i]!) / square : 0;
      force[i] = metres * force[i]! - pressure[i]!; // now friction
    }
    const on = onB ? rows[at + 1]! : rows[at]!;
    if (shown.friction && length(force) > least) this.add("friction", on, point, force);
    if (!shown.normal || length(pressure) <= least) return;
    // Pressure on the selected body comes from outside, as in a free-body diagram.
    if (selected >= 0) for (let i = 0; i < 3; ++i) point[i]! -= pressure[i]!;
    this.add("normal", on, point, pressure);
  }

  private add(kind: "normal" | "friction", on: number, from: Vec3, reach: Vec3): void {
    this.of.push({ kind, on });
    this.arrows.add(from, reach, this.colours[kind]);
  }

  /// Uses `force`, that on b.
  private actsOnB(a: number, b: number, selected: number): boolean {
    if (selected >= 0) return b === selected;
    const { bodies, gravity } = this.description;
    const [aFixed, bFixed] = [bodies[a]!.fixed, bodies[b]!.fixed];
    return aFixed !== bFixed ? aFixed : dot(this.force, gravity) <= 0;
  }
}

/// A scale [N/m] by which the largest force is about a third of the scene's size; the current one stays while it serves.
export function arrowScale(frame: Frame, size: number, weight: number, current: number | null): number {
  const rows = frame.contactRows();
  let square = 0;
  for (let i = 10; i < rows.length; i += contactWords) square = Math.max(square, rows[i]! ** 2 + rows[i + 1]! ** 2 + rows[i + 2]! ** 2);
  const largest = Math.sqrt(square) * frame.units.force;
  if (current !== null && (largest === 0 || (largest > 0.1 * size * current && largest < 0.8 * size * current))) return current;
  const force = largest > 0 ? largest : weight > 0 ? weight / 4 : 1;
  return roundCell(force / (0.32 * size));
}
