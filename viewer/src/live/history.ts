import type { FigureSeries } from "../panels/plot_series";
import type { Frame } from "../recording/frame";
import { figureNames, stageCount, type FigureName } from "../recording/layout";

interface Grown extends FigureSeries {
  time: number[];
  contacts: number[];
  figures: Record<FigureName, number[]>;
  stages: number[][];
}

/// The figures of the last frames that came, for the plots; older ones are forgotten.
export class History {
  readonly series: Grown = {
    time: [],
    contacts: [],
    figures: Object.fromEntries(figureNames.map((name) => [name, [] as number[]])) as Record<FigureName, number[]>,
    stages: Array.from({ length: stageCount }, () => [] as number[]),
  };

  constructor(private readonly capacity: number) {}

  /// A frame of an earlier time (after a reset) starts afresh; the same frame again changes nothing.
  add(frame: Frame): void {
    const { time, contacts, figures, stages } = this.series;
    const last = time[time.length - 1];
    if (last !== undefined && frame.time === last) return;
    if (last !== undefined && frame.time < last) this.clear();
    time.push(frame.time);
    contacts.push(frame.contactCount);
    for (const name of figureNames) figures[name].push(frame.figure(name));
    stages.forEach((stage, i) => stage.push(frame.chunk.stages[i]![frame.index]!));
    if (time.length > 1.25 * this.capacity) this.each((values) => void values.splice(0, values.length - this.capacity));
  }

  private clear(): void {
    this.each((values) => void (values.length = 0));
  }

  private each(action: (values: number[]) => void): void {
    const { time, contacts, figures, stages } = this.series;
    [time, contacts, ...Object.values(figures), ...stages].forEach(action);
  }
}
