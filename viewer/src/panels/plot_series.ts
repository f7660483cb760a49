import { quantity, significant, unitFor, whole } from "../base/format";
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
  short?: string; // where there is little room
  onlyIfAny?: boolean; // not named while it is zero throughout
  colour: string; // name of a CSS variable
  values: (series: FigureSeries) => ArrayLike<number | null>;
}

export interface PlotPlan {
  title: string;
  unit: string;
  reading: (value: number) => string;
  logarithmic?: boolean;
  fromZero?: boolean;
  /// A unit for all values of a series, where one is chosen by their size; readings then are in it.
  chooseUnit?: (series: FigureSeries) => { factor: number; unit: string };
  lines: Line[];
}

const figure = (name: FigureName) => (series: FigureSeries): ArrayLike<number | null> =>
  Array.from(series.figures[name], (value, i) => (series.figures.converged[i] === -1 && name !== "kinetic" && name !== "potential" && name !== "elastic" ? null : value));

const positive = (values: ArrayLike<number | null>): (number | null)[] => Array.from(values, (v) => (v !== null && v > 0 ? v : null));

const smallestDepth = 1e-9; // what is below counts as none [m]

/// Depths of penetration; those below a nanometre are none [m].
export const depths = (series: FigureSeries): (number | null)[] =>
  Array.from(figure("penetration")(series), (depth) => (depth === null ? null : depth < smallestDepth ? 0 : depth));

/// The unit in which the deepest penetration of a series is written.
export const depthUnit = (series: FigureSeries): { factor: number; unit: string } => unitFor(depths(series).reduce<number>((most, d) => Math.max(most, d ?? 0), 0), "m");

const shortStages: Record<string, string> = { predict: "pred", collide: "coll", assemble: "asm", advance: "adv" };

/// The plots under the picture, from left to right.
export function plotPlans(stageNames: readonly string[]): PlotPlan[] {
  return [
    {
      title: "Energy", unit: "J", reading: (v) => quantity(v, "J"),
      lines: [
        { label: "kinetic", colour: "--plot-2", values: figure("kinetic") },
        { label: "potential", colour: "--plot-1", values: figure("potential") },
        { label: "elastic", onlyIfAny: true, colour: "--plot-3", values: figure("elastic") },
      ],
    },
    { title: "Contacts", unit: "", reading: whole, lines: [{ label: "contacts", colour: "--plot-1", values: (series) => series.contacts }] },
    {
      title: "Iterations", unit: "", reading: whole,
      lines: [
        { label: "iterations", short: "iter", colour: "--plot-1", values: figure("iterations") },
        { label: "linear systems", short: "systems", colour: "--plot-2", values: figure("systems") },
      ],
    },
    { title: "Residual", unit: "", reading: (v) => significant(v, 2), logarithmic: true, lines: [{ label: "residual", colour: "--plot-1", values: (series) => positive(figure("residual")(series)) }] },
    {
      title: "Time per step", unit: "ms", reading: (v) => significant(v, 2),
      lines: stageNames.map((label, i) => ({ label, short: shortStages[label] ?? label, colour: `--plot-${i + 1}`, values: (series: FigureSeries) => series.stages[i] ?? [] })),
    },
    { title: "Penetration", unit: "", reading: (v) => significant(v), fromZero: true, chooseUnit: depthUnit, lines: [{ label: "deepest", colour: "--plot-2", values: depths }] },
  ];
}
