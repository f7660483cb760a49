/// Where we are in a recording and how fast we go on. Plain logic; time comes in through `advance`.
export const speeds = [1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8] as const;

export class Timeline {
  time: number; // [s]
  playing = false;
  speed = 1;

  constructor(
    readonly begin: number,
    readonly end: number,
  ) {
    this.time = begin;
  }

  seek(time: number): void {
    this.time = Number.isFinite(time) ? Math.min(this.end, Math.max(this.begin, time)) : this.begin;
  }

  /// At the end, playing starts over.
  play(): void {
    if (this.time >= this.end) this.time = this.begin;
    this.playing = this.end > this.begin;
  }

  pause(): void {
    this.playing = false;
  }

  /// Lets wall time pass [s]; stops at the end.
  advance(seconds: number): void {
    if (!this.playing) return;
    this.seek(this.time + Math.max(0, seconds) * this.speed);
    if (this.time >= this.end) this.playing = false;
  }
}

/// The next speed of the list, up or down.
export function nextSpeed(speed: number, direction: 1 | -1): number {
  const faster = speeds.filter((s) => (direction > 0 ? s > speed * 1.001 : s < speed * 0.999));
  if (faster.length === 0) return speed;
  return direction > 0 ? faster[0]! : faster[faster.length - 1]!;
}

export const speedLabel = (speed: number): string => (speed >= 1 ? `${speed}×` : `1/${Math.round(1 / speed)}×`);
