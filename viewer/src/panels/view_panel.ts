import { quantity } from "../base/format";
import { rampStyle } from "../scene/palette";
import type { Picture } from "../scene/picture";
import type { Colouring, Settings } from "../settings";
import { button, checkbox, choice, element, section, setText } from "./dom";

const colourings: readonly (readonly [Colouring, string])[] = [
  ["material", "material"],
  ["body", "body"],
  ["motion", "motion: rests or moves"],
  ["load", "load carried"],
];

/// What is shown and how: colours of bodies, points, arrows and their scale.
export class ViewPanel {
  readonly root: HTMLElement;
  private readonly ramp = element("div", { class: "ramp" });
  private readonly rampTop = element("span");
  private readonly scaleBar = element("div", { class: "scale-bar" });
  private readonly scaleText = element("span");
  private readonly slider = element("input", { type: "range", min: "-2", max: "2", step: "0.05", value: "0", "aria-label": "Length of the force arrows", title: "Length of the force arrows" });
  private base: number | null = null; // scale at the middle of the slider [N/m]

  constructor(private readonly picture: Picture, private readonly settings: Settings) {
    const colour = choice(colourings, "Colour of bodies (C)", (colouring) => settings.set({ colouring }));
    const points = checkbox("contacts", "Contact points (P)", (on) => settings.set({ points: on }));
    const open = checkbox("open ones", "Also contacts that do not touch (O)", (on) => settings.set({ openPoints: on }));
    const normal = checkbox("pressure", "Normal forces (N)", (on) => settings.set({ normal: on }));
    const friction = checkbox("friction", "Friction forces (T)", (on) => settings.set({ friction: on }));
    const through = checkbox("see through", "See-through bodies (X)", (on) => settings.set({ seeThrough: on }));
    normal.row.insertBefore(element("i", { class: "dash normal" }), normal.row.lastChild);
    friction.row.insertBefore(element("i", { class: "dash friction" }), friction.row.lastChild);
    this.slider.addEventListener("input", () => this.slide());
    const gradient = element("div", { class: "gradient" });
    gradient.style.background = rampStyle;
    this.ramp.append("0", gradient, this.rampTop);
    this.root = section("Show",
      element("label", { class: "row" }, "Colour by", colour),
      this.ramp,
      element("div", { class: "checks" }, normal.row, friction.row, points.row, open.row, through.row),
      element("div", { class: "row", title: "An arrow of this length stands for this force" }, this.scaleBar, this.scaleText),
      element("div", { class: "row" }, this.slider, button("auto", "Choose the arrows' length for the scene", () => this.automatic(), { class: "quiet" })),
    );
    const reflect = (): void => {
      const now = settings.current;
      colour.value = now.colouring;
      points.input.checked = now.points;
      open.input.checked = now.openPoints;
      normal.input.checked = now.normal;
      friction.input.checked = now.friction;
      through.input.checked = now.seeThrough;
      this.update();
    };
    settings.onChange(reflect);
    picture.stage.onBeforeDraw(() => this.update());
    reflect();
  }

  /// Longer (factor above 1) or shorter arrows.
  stretch(factor: number): void {
    this.settings.set({ newtonsPerMetre: this.picture.newtonsPerMetre / factor });
  }

  private slide(): void {
    this.base ??= this.picture.newtonsPerMetre;
    this.settings.set({ newtonsPerMetre: this.base / 10 ** Number(this.slider.value) });
  }

  private automatic(): void {
    this.base = null;
    this.slider.value = "0";
    this.settings.set({ newtonsPerMetre: null });
  }

  private update(): void {
    this.ramp.hidden = this.settings.current.colouring !== "load";
    setText(this.rampTop, quantity(this.picture.colours.largestLoad, "N"));
    const { force, pixels } = scaleMark(this.picture.newtonsPerMetre, this.picture.stage.pixelSize());
    this.scaleBar.style.width = `${pixels.toFixed(1)}px`;
    setText(this.scaleText, quantity(force, "N"));
  }
}

/// A round force whose arrow is 40 to 100 pixels long on the screen.
export function scaleMark(newtonsPerMetre: number, pixelSize: number): { force: number; pixels: number } {
  const perPixel = newtonsPerMetre * pixelSize;
  const power = 10 ** Math.floor(Math.log10(40 * perPixel));
  const lead = [1, 2, 5, 10].find((n) => (n * power) / perPixel >= 40) ?? 10;
  return { force: lead * power, pixels: (lead * power) / perPixel };
}
