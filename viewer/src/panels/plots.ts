import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { lastIndex } from "../recording/recording";
import { element, setText } from "./dom";
import { plotPlans, type FigureSeries, type PlotPlan } from "./plot_series";

/// Plots of the figures over time, with a line where we are. Pressing seeks.
export class Plots {
  readonly root = element("div", { class: "plots" });
  private readonly plots: { plan: PlotPlan; plot: uPlot; now: HTMLElement; readings: HTMLElement[]; keys: HTMLElement[]; unit: { factor: number; unit: string } }[] = [];
  private series: FigureSeries | null = null;
  private time = 0;

  constructor(stageNames: readonly string[], private readonly onSeek: ((time: number) => void) | null) {
    for (const plan of plotPlans(stageNames)) this.addPlot(plan);
    new ResizeObserver(() => this.resize()).observe(this.root);
  }

  setSeries(series: FigureSeries): void {
    this.series = series;
    for (const shown of this.plots) {
      const { plan, plot, keys } = shown;
      if (plan.chooseUnit) shown.unit = plan.chooseUnit(series);
      const { factor } = shown.unit;
      const lines = plan.lines.map((line) => (factor === 1 ? line.values(series) : Array.from(line.values(series), (value) => (value === null ? null : value / factor))));
      plan.lines.forEach((line, i) => {
        if (!line.onlyIfAny) return;
        keys[i]!.hidden = !Array.prototype.some.call(lines[i], (value: number | null) => value);
        if (keys[i]!.hidden) lines[i] = Array.from(lines[i]!, () => null);
      });
      plot.setData([series.time, ...lines] as uPlot.AlignedData);
    }
    this.setTime(this.time);
  }

  setTime(time: number): void {
    this.time = time;
    const { series } = this;
    if (!series || this.root.hidden) return;
    const at = Math.max(0, lastIndex(series.time.length, (i) => series.time[i]! <= time + 1e-9));
    for (const { plan, plot, now, readings, unit } of this.plots) {
      const left = plot.valToPos(time, "x");
      now.style.transform = `translateX(${Number.isFinite(left) ? left.toFixed(1) : 0}px)`;
      readings.forEach((reading, i) => {
        const column = (k: number): number | null | undefined => lastUpTo(plot.data[k + 1], at);
        const value = readings.length < plan.lines.length ? plan.lines.reduce((sum, _, k) => sum + (column(k) ?? 0), 0) : column(i);
        setText(reading, value === null || value === undefined ? "—" : `${plan.reading(value)}${unit.unit ? ` ${unit.unit}` : ""}`);
      });
    }
  }

  /// After a change of colours.
  redraw(): void {
    this.plots.forEach(({ plot }) => plot.redraw(false, true));
  }

  private addPlot(plan: PlotPlan): void {
    const many = plan.lines.length > 3; // then one reading for the sum
    const readings = plan.lines.slice(0, many ? 1 : undefined).map(() => element("b"));
    const alone = plan.lines.length === 1;
    const keys = plan.lines.map((line, i) => {
      const swatch = element("i", { class: "swatch" });
      swatch.style.background = `var(${line.colour})`;
      return element("span", { class: "key", title: line.label }, swatch, line.short ?? line.label, " ", ...(many ? [] : [readings[i]!]));
    });
    const head = element("div", {}, element("strong", {}, plan.title), plan.unit ? ` ${plan.unit} ` : " ");
    if (many || alone) head.append(element("span", { class: "key", title: alone ? plan.lines[0]!.label : "sum" }, readings[0]!));
    const caption = element("figcaption", {}, head, ...(alone ? [] : [element("div", { class: "keys" }, ...keys)]));
    const box = element("div", { class: "plot" });
    this.root.append(element("figure", {}, caption, box));
    const plot = new uPlot(options(plan), [[], ...plan.lines.map(() => [])] as uPlot.AlignedData, box);
    const now = element("div", { class: "now" });
    plot.over.append(now);
    if (this.onSeek) this.seekByPointer(plot);
    this.plots.push({ plan, plot, now, readings, keys, unit: { factor: 1, unit: "" } });
  }

  private seekByPointer(plot: uPlot): void {
    const seek = (event: PointerEvent): void => this.onSeek!(plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, "x"));
    plot.over.addEventListener("pointerdown", (event) => {
      plot.over.setPointerCapture(event.pointerId);
      seek(event);
    });
    plot.over.addEventListener("pointermove", (event) => event.buttons & 1 && seek(event));
  }

  private resize(): void {
    for (const { plot } of this.plots) {
      const box = plot.root.parentElement!;
      if (box.clientWidth > 0 && box.clientHeight > 0) plot.setSize({ width: box.clientWidth, height: box.clientHeight });
    }
    this.setTime(this.time);
  }
}

/// A value of a plot, or its last: a live series may have grown since it was plotted.
const lastUpTo = (values: ArrayLike<number | null | undefined> | undefined, at: number): number | null | undefined => values?.[Math.min(at, values.length - 1)];

const css = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function options(plan: PlotPlan): uPlot.Options {
  const axis: uPlot.Axis = {
    stroke: () => css("--muted"), grid: { stroke: () => css("--line"), width: 1 }, ticks: { show: false },
    font: "10px system-ui, sans-serif", gap: 2, size: 18,
  };
  const short = (_: uPlot, values: (number | null)[]): string[] => values.map((v) => (v === null ? "" : compact(v)));
  return {
    width: 200, height: 90, legend: { show: false }, padding: [6, 8, 0, 0],
    cursor: { drag: { x: false, y: false, setScale: false }, y: false, points: { show: false } },
    scales: { x: { time: false }, y: plan.logarithmic ? { distr: 3 } : { range: (_, min, max) => rangeOf(min, max, plan.fromZero === true) } },
    axes: [{ ...axis, values: short, space: 40 }, { ...axis, size: 40, values: short, space: 22, ...(plan.logarithmic ? { filter: decades, space: 8, grid: { ...axis.grid, filter: decades } } : {}) }],
    series: [{}, ...plan.lines.map((line) => ({ stroke: () => css(line.colour), width: 1.25, points: { show: false } }))],
  };
}

function rangeOf(min: number, max: number, fromZero: boolean): [number, number] {
  if (fromZero) return [0, max > 0 ? 1.1 * max : 1];
  return min === max ? [min - 0.5, max + 0.5] : (uPlot.rangeNum(min, max, 0.1, true) as [number, number]);
}

/// Of a logarithmic axis only powers of ten, and no more than five of them.
function decades(_: uPlot, splits: number[]): (number | null)[] {
  const powers = splits.map((value) => Math.log10(value)).map((power) => (Math.abs(power - Math.round(power)) < 1e-6 ? Math.round(power) : null));
  const known = powers.filter((power) => power !== null);
  const stride = Math.max(1, Math.ceil((Math.max(...known) - Math.min(...known) + 1) / 5));
  return splits.map((value, i) => (powers[i] !== null && powers[i]! % stride === 0 ? value : null));
}

function compact(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-2 || size >= 1e5)) return value.toExponential(1).replace("e+", "e").replace(".0", "");
  return String(Number(value.toPrecision(4)));
}
