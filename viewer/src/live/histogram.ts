import { significant } from "../base/format";
import { element, section, setText } from "../panels/dom";
import type { TimingStatus } from "./protocol";

/// How long the steps took, as bars over a logarithmic axis of time.
export class TimingPanel {
  readonly root: HTMLElement;
  private readonly canvas = element("canvas", { class: "histogram", role: "img", "aria-label": "Histogram of the time per step" });
  private readonly figures = element("p", {});
  private readonly more = element("p", { class: "hint" });

  constructor() {
    this.root = section("Time per step", this.figures, this.canvas, this.more);
  }

  update(timing: TimingStatus): void {
    const ms = (value: number): string => `${significant(value, 2)} ms`;
    setText(this.figures, `half below ${ms(timing.p50_ms)}, 99 % below ${ms(timing.p99_ms)}, longest ${ms(timing.max_ms)}`);
    setText(this.more, `${timing.steps.toLocaleString("en-US")} steps, ${(100 * timing.converged).toFixed(1)} % converged, ${timing.late.toLocaleString("en-US")} late; one step per ${ms(timing.period_ms)}`);
    this.draw(timing);
  }

  private draw({ histogram: { edges_ms: edges, counts }, period_ms: period }: TimingStatus): void {
    const { canvas } = this;
    const ratio = devicePixelRatio || 1;
    const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
    if (width === 0 || height === 0) return;
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const paper = canvas.getContext("2d")!;
    const style = getComputedStyle(document.documentElement);
    paper.clearRect(0, 0, width, height);
    const bars = visibleBars(counts);
    const [first, last] = bars;
    const top = Math.max(1, ...counts);
    const barWidth = width / Math.max(1, last - first + 1);
    const floor = height - 14 * ratio;
    for (let i = first; i <= last; ++i) {
      const share = Math.sqrt(counts[i]! / top); // rare long steps stay visible
      paper.fillStyle = style.getPropertyValue((edges[i] ?? 0) >= period ? "--slide" : "--plot-1");
      paper.fillRect((i - first) * barWidth + 0.5, floor * (1 - share), Math.max(1, barWidth - 1), floor * share);
    }
    paper.fillStyle = style.getPropertyValue("--muted");
    paper.font = `${10 * ratio}px system-ui, sans-serif`;
    paper.textBaseline = "bottom";
    paper.fillText(`${significant(edges[first] ?? 0, 2)} ms`, 0, height);
    const end = `${significant(edges[last + 1] ?? edges[last] ?? 0, 2)} ms`;
    paper.fillText(end, width - paper.measureText(end).width, height);
  }
}

/// First and last bar that are not empty.
export function visibleBars(counts: readonly number[]): [number, number] {
  const first = counts.findIndex((count) => count > 0);
  if (first < 0) return [0, Math.max(0, counts.length - 1)];
  let last = counts.length - 1;
  while (counts[last] === 0) --last;
  return [first, last];
}
