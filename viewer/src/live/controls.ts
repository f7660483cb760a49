import { significant } from "../base/format";
import { length, type Vec3 } from "../base/vector";
import { choice, element, section, setText } from "../panels/dom";
import type { Description } from "../recording/description";
import type { Frame } from "../recording/frame";
import type { Command, Status } from "./protocol";

const tolerances = ["1e-3", "1e-4", "1e-5", "1e-6", "1e-7", "1e-8", "1e-9"];

/// Settings of the simulation while it runs: solver, tolerance, gravity, friction.
export class Controls {
  readonly root: HTMLElement;
  private readonly solver: HTMLSelectElement;
  private readonly tolerance: HTMLSelectElement;
  private readonly gravity: Slider;
  private readonly tilt: Slider;
  private readonly friction = new Map<string, Slider>();

  constructor(private readonly description: Description, send: (command: Command) => void) {
    const { solvers } = description.live!;
    this.solver = choice(solvers.map((name) => [name, name] as const), "Solver", (name) => send({ type: "solver", name }));
    this.tolerance = choice(tolerances.map((t) => [t, t] as const), "Tolerance: the largest residual that counts as converged", (t) => send({ type: "solver", tolerance: Number(t) }));
    const pull = (): void => send({ type: "gravity", vector: gravityVector(this.gravity.value, this.tilt.value) });
    this.gravity = new Slider("gravity", 0, 20, 0.01, (v) => `${v.toFixed(2)} m/s²`, pull, "Gravity [m/s²]");
    this.tilt = new Slider("tilted by", -60, 60, 0.5, (v) => `${v.toFixed(1)}°`, pull, "Direction of gravity: turned about the y axis, as if the ground were a slope");
    const used = new Set(description.bodies.map(({ material }) => material));
    const sliders = description.materials.filter((_, index) => used.has(index)).map(({ name }) => {
      const slider = new Slider(`µ ${name}`, 0, 1.5, 0.01, (v) => significant(v, v < 1 ? 2 : 3), () => send({ type: "friction", material: name, value: slider.value }), `Friction coefficient of ${name}`);
      this.friction.set(name, slider);
      return slider.row;
    });
    this.root = section("Simulation",
      element("label", { class: "row" }, "Solver", this.solver),
      element("label", { class: "row" }, "Tolerance", this.tolerance),
      this.gravity.row, this.tilt.row, ...sliders,
    );
  }

  update({ solver, gravity, materials }: Status): void {
    if (document.activeElement !== this.solver) this.solver.value = solver.name;
    const written = tolerances.find((t) => Math.abs(Math.log10(Number(t) / solver.tolerance)) < 1e-6);
    if (document.activeElement !== this.tolerance && written) this.tolerance.value = written;
    this.gravity.show(length(gravity));
    if (length(gravity) > 0) this.tilt.show(tiltOf(gravity));
    for (const { name, friction } of materials) this.friction.get(name)?.show(friction);
  }

  offerMaterialsOf(frame: Frame): void {
    const present = materialsPresent(frame, this.description);
    for (const [name, { row }] of this.friction) if (row.hidden === present.has(name)) row.hidden = !present.has(name);
  }
}

/// Materials of the bodies that are there now: those of spare bodies come with the first that is dropped.
export function materialsPresent(frame: Frame, { bodies, materials }: Pick<Description, "bodies" | "materials">): Set<string> {
  const present = new Set<string>();
  bodies.forEach(({ material }, body) => frame.isPresent(body) && materials[material] && present.add(materials[material].name));
  return present;
}

/// Gravity of a size [m/s^2], turned about the y axis [degrees].
export function gravityVector(size: number, degrees: number): Vec3 {
  const angle = (degrees * Math.PI) / 180;
  return [size * Math.sin(angle) || 0, 0, -size * Math.cos(angle)];
}

export const tiltOf = (gravity: Vec3): number => (Math.atan2(gravity[0], -gravity[2]) * 180) / Math.PI;

/// A named slider with its value. It does not jump while it is being moved.
class Slider {
  readonly row: HTMLElement;
  private readonly input: HTMLInputElement;
  private readonly output = element("output");
  private moved = -Infinity; // when a person moved it [ms]

  constructor(label: string, min: number, max: number, step: number, private readonly format: (value: number) => string, onInput: () => void, title: string) {
    this.input = element("input", { type: "range", min: String(min), max: String(max), step: String(step), "aria-label": title });
    this.input.addEventListener("input", () => {
      this.moved = performance.now();
      setText(this.output, format(this.value));
      onInput();
    });
    this.row = element("label", { class: "slider-row", title }, element("span", {}, label), this.input, this.output);
  }

  get value(): number {
    return Number(this.input.value);
  }

  show(value: number): void {
    if (performance.now() - this.moved < 700) return;
    this.input.value = String(value);
    setText(this.output, this.format(value));
  }
}
