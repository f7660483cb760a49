import { Color } from "three";
import { dot, length, scale, subtract, type Vec3 } from "../base/vector";
import type { Description } from "../recording/description";
import { forceParts } from "../recording/forces";
import type { Contact, Frame } from "../recording/frame";
import { Arrows } from "./arrows";
import { roundCell } from "./ground";
import type { Palette } from "./palette";

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
  drawn: DrawnArrow[] = [];
  private readonly colours = { normal: new Color(), friction: new Color() };

  constructor(private readonly description: Description) {}

  paint(palette: Palette): void {
    this.colours.normal.set(palette.normal);
    this.colours.friction.set(palette.friction);
  }

  /// `newtonsPerMetre`: the force that an arrow of one metre stands for. A selected body shows its own forces only.
  show(frame: Frame, newtonsPerMetre: number, shown: { normal: boolean; friction: boolean }, selected: number): void {
    this.arrows.clear();
    this.drawn = [];
    const least = 1e-4 * newtonsPerMetre * 0.1;
    for (const contact of shown.normal || shown.friction ? frame.contacts() : []) {
      if (selected >= 0 && contact.a !== selected && contact.b !== selected) continue;
      const onB = this.actsOnB(contact, selected);
      const sign = (onB ? 1 : -1) / newtonsPerMetre;
      const parts = forceParts(contact);
      const point = contact.point;
      for (const kind of ["normal", "friction"] as const) {
        if (!shown[kind] || length(parts[kind]) <= least) continue;
        const reach = scale(parts[kind], sign);
        // Pressure on the selected body comes from outside, as in a free-body diagram.
        const from = selected >= 0 && kind === "normal" ? subtract(point, reach) : point;
        this.drawn.push({ kind, on: onB ? contact.b : contact.a, from, reach });
        this.arrows.add(from, reach, this.colours[kind]);
      }
    }
    this.arrows.setBehindOpacity(selected >= 0 ? 0.9 : 0.3);
    this.arrows.finish();
  }

  private actsOnB(contact: Contact, selected: number): boolean {
    if (selected >= 0) return contact.b === selected;
    const { bodies, gravity } = this.description;
    const [aFixed, bFixed] = [bodies[contact.a]!.fixed, bodies[contact.b]!.fixed];
    return aFixed !== bFixed ? aFixed : dot(contact.force, gravity) <= 0;
  }
}

/// A scale [N/m] by which the largest force is about a third of the scene's size; the current one stays while it serves.
export function arrowScale(frame: Frame, size: number, weight: number, current: number | null): number {
  let largest = 0;
  for (const contact of frame.contacts()) largest = Math.max(largest, length(contact.force));
  if (current !== null && (largest === 0 || (largest > 0.1 * size * current && largest < 0.8 * size * current))) return current;
  const force = largest > 0 ? largest : weight > 0 ? weight / 4 : 1;
  return roundCell(force / (0.32 * size));
}
