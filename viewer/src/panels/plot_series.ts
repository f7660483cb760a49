import { quantity, significant, whole } from "../base/format";
import type { FigureName } from "../recording/layout";

/// The figures of all frames, as the plots want them.
export interface FigureSeries {
  time: ArrayLike<number>; // [s]
  contacts: ArrayLike<number>;
  figures: Record<FigureName, ArrayLike<number>>;
  stages: ArrayLike<number>[]; // [ms]
}

export interface Line {
  label: string;
  colour: string; // name of a CSS variable
  values: (series: FigureSeries) => ArrayLike<number | null>;
}

export interface PlotPlan {
  title: string;
  unit: string;
  reading: (value: number) => string;
  logarithmic?: boolean;
  lines: Line[];
}

const figure = (name: FigureName, factor = 1) => (series: FigureSeries): ArrayLike<number | null> =>
  Array.from(series.figures[name], (value, i) => (series.figures.converged[i] === -1 && name !== "kinetic" && name !== "potential" && name !== "elastic" ? null : value * factor));

const positive = (values: ArrayLike<number | null>): (number | null)[] => Array.from(values, (v) => (v !== null && v > 0 ? v : null));

/// The plots under the picture, from left to right.
export function plotPlans(stageNames: readonly string[]): PlotPlan[] {
  return [
    {
      title: "Energy", unit: "J", reading: (v) => quantity(v, "J"),
      lines: [
        { label: "kinetic", colour: "--plot-2", values: figure("kinetic") },
        { label: "potential", colour: "--plot-1", values: figure("potential") },
        { label: "elastic", colour: "--plot-3", values: figure("elastic") },
      ],
    },
    { title: "Contacts", unit: "", reading: whole, lines: [{ label: "contacts", colour: "--plot-1", values: (series) => series.contacts }] },
    {
      title: "Iterations", unit: "", reading: whole,
      lines: [
        { label: "iterations", colour: "--plot-1", values: figure("iterations") },
        { label: "systems", colour: "--plot-2", values: figure("systems") },
      ],
    },
    { title: "Residual", unit: "", reading: (v) => significant(v, 2), logarithmic: true, lines: [{ label: "residual", colour: "--plot-1", values: (series) => positive(figure("residual")(series)) }] },
    {
      title: "Time per step", unit: "", reading: (v) => `${significant(v, 3)} ms`,
      lines: stageNames.map((label, i) => ({ label, colour: `--plot-${i + 1}`, values: (series: FigureSeries) => series.stages[i] ?? [] })),
    },
    { title: "Penetration", unit: "µm", reading: (v) => quantity(v * 1e-6, "m"), lines: [{ label: "deepest", colour: "--plot-2", values: figure("penetration", 1e6) }] },
  ];
}
