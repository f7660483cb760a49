import { ViewerError } from "../base/error";
import type { Chunk } from "./chunk";
import { ChunkCache } from "./chunk_cache";
import type { ChunkSource } from "./chunk_source";
import type { ChunkEntry, Description } from "./description";
import { Frame, type Moment } from "./frame";

const memory = 192 << 20; // of decoded chunks [bytes]

const slack = 1e-9; // times are sums of steps: what was asked for as 1.4 s may be 1.3999999999999999 s [s]

/// A recording that is read where it is looked at.
export class Recording {
  readonly entries: readonly ChunkEntry[];
  private readonly cache: ChunkCache;
  private wanted = 0; // number of the last moment that was asked for
  private loading: Promise<null> | null = null;

  constructor(
    readonly description: Description,
    source: ChunkSource,
    public figures: Chunk | null,
    limit = memory,
  ) {
    this.entries = description.chunks ?? [];
    if (this.entries.length === 0) throw new ViewerError("The recording is empty: it has no frames.");
    this.cache = new ChunkCache(source, limit);
  }

  get begin(): number {
    return this.entries[0]!.begin;
  }
  get end(): number {
    return this.entries[this.entries.length - 1]!.end;
  }
  /// Where to begin looking: the first frame that was judged. Before the first step there are no contacts to see.
  async opening(): Promise<number> {
    const { time, figures } = await this.cache.load(0);
    const judged = figures.converged.findIndex((converged) => converged !== -1);
    return judged < 0 ? this.begin : time[judged]!;
  }
  get frameCount(): number {
    const last = this.entries[this.entries.length - 1]!;
    return last.first + last.frames;
  }
  get decodedBytes(): number {
    return this.cache.bytes;
  }

  /// Time of a frame [s]; where the figures do not tell it (of long recordings they are a selection), frames are taken as evenly spaced
  /// within their chunk.
  timeOf(frame: number): number {
    const number = Math.min(Math.max(frame, 0), this.frameCount - 1);
    const times = this.figures?.time;
    if (times?.length === this.frameCount) return times[number]!;
    const entry = this.entries[lastIndex(this.entries.length, (i) => this.entries[i]!.first <= number)]!;
    return entry.frames > 1 ? entry.begin + ((entry.end - entry.begin) * (number - entry.first)) / (entry.frames - 1) : entry.begin;
  }

  /// The moment at a time if its chunk is decoded, else null.
  peek(time: number): Moment | null {
    const index = this.chunkAt(time);
    const chunk = this.cache.peek(index);
    return chunk ? this.moment(chunk, index, time) : null;
  }

  async load(time: number): Promise<Moment> {
    const index = this.chunkAt(time);
    const chunk = await this.cache.load(index);
    if (time > this.entries[index]!.end && index + 1 < this.entries.length) await this.cache.load(index + 1);
    return this.moment(chunk, index, time);
  }

  /// The moment at a time for somebody who may want another one before it is there: then null. While a chunk is on its way no other is
  /// asked for, so that dragging the timeline over a long recording does not queue up all that lies between.
  async seek(time: number): Promise<Moment | null> {
    const number = ++this.wanted;
    const ready = this.peek(time);
    if (ready) return ready;
    while (this.loading) {
      await this.loading;
      if (number !== this.wanted) return null;
    }
    const load = this.load(time);
    this.loading = load.then(() => undefined, () => undefined).then(() => (this.loading = null)); // whether it came or not
    const moment = await load;
    return number === this.wanted ? moment : null;
  }

  /// Decodes the chunk that will be needed next. What goes wrong is told when it is needed.
  prefetch(time: number, forwards: boolean): void {
    const index = this.chunkAt(time) + (forwards ? 1 : -1);
    if (index >= 0 && index < this.entries.length && !this.cache.peek(index)) this.cache.load(index).catch(() => undefined);
  }

  private chunkAt(time: number): number {
    return Math.max(0, lastIndex(this.entries.length, (i) => this.entries[i]!.begin <= time + slack));
  }

  private moment(chunk: Chunk, index: number, time: number): Moment {
    const units = this.description.units;
    const at = Math.max(0, lastIndex(chunk.time.length, (i) => chunk.time[i]! <= time + slack));
    const frame = new Frame(chunk, at, units);
    let next: Frame | null = null;
    if (at + 1 < chunk.time.length) next = new Frame(chunk, at + 1, units);
    else if (index + 1 < this.entries.length) {
      const following = this.cache.peek(index + 1);
      if (following) next = new Frame(following, 0, units);
    }
    const span = next ? next.time - frame.time : 0;
    return { frame, next, fraction: span > 0 ? Math.min(1, Math.max(0, (time - frame.time) / span)) : 0 };
  }
}

/// Largest index below `count` that holds, where all that hold come first; -1 if none does.
export function lastIndex(count: number, holds: (index: number) => boolean): number {
  let low = -1;
  let high = count;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}
