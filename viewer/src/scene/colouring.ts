import { Color } from "three";
import { length } from "../base/vector";
import type { Description } from "../recording/description";
import { bodyLoads, restSpeed } from "../recording/forces";
import type { Frame } from "../recording/frame";
import type { Colouring } from "../settings";
import { bodyColour, materialColour, rampColour, type Palette } from "./palette";

/// The colours of bodies: by material, by body, by motion (at rest or how fast), by load.
export class BodyColours {
  private readonly loads: Float64Array;
  /// What the brightest colour of the load view stands for [N].
  largestLoad = 0;

  constructor(private readonly description: Description) {
    this.loads = new Float64Array(description.bodies.length);
  }

  /// Whether the colours are others in every frame.
  static changes(colouring: Colouring): boolean {
    return colouring === "motion" || colouring === "load";
  }

  of(colouring: Colouring, frame: Frame, palette: Palette): (body: number, out: Color) => Color {
    if (colouring === "load") this.measureLoads(frame);
    const rest = new Color(palette.stick).lerp(new Color(palette.fixed), 0.55);
    const fast = new Color(palette.slide);
    return (index, out) => {
      const body = this.description.bodies[index]!;
      if (body.fixed) return out.set(palette.fixed);
      if (colouring === "load") return rampColour(this.largestLoad > 0 ? this.loads[index]! / this.largestLoad : 0, out);
      if (colouring === "motion") return out.lerpColors(rest, fast, speedShare(length(frame.velocity(index))));
      if (colouring === "body") return bodyColour(index, out);
      return materialColour(this.description.materials[body.material]?.name ?? "", body.material, index, out);
    };
  }

  private measureLoads(frame: Frame): void {
    bodyLoads(frame, this.loads);
    this.largestLoad = 0;
    this.description.bodies.forEach((body, index) => {
      if (!body.fixed) this.largestLoad = Math.max(this.largestLoad, this.loads[index]!);
    });
  }
}

/// 0 at rest, from a third on while moving, 1 at 1 m/s and above.
function speedShare(speed: number): number {
  if (speed <= restSpeed) return 0;
  return Math.min(1, 0.4 + (0.6 * Math.log(speed / restSpeed)) / Math.log(1 / restSpeed));
}
