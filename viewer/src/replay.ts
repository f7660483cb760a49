import { messageOf } from "./base/error";
import { drawnObject } from "./page_base";
import type { PageObject } from "./page_object";
import { Transport } from "./panels/transport";
import type { Chunk } from "./recording/chunk";
import type { Recording } from "./recording/recording";
import { nextSpeed, Timeline } from "./recording/timeline";
import { Shell } from "./shell";

/// A recording that is looked at: the timeline moves, the picture follows.
export class Replay {
  readonly shell: Shell;
  private readonly timeline: Timeline;
  private readonly transport: Transport;
  private lastTick = 0; // [ms]
  private ticking = false;

  constructor(root: HTMLElement, private readonly recording: Recording) {
    this.timeline = new Timeline(recording.begin, recording.end);
    this.shell = new Shell(root, recording.description, false, (time) => void this.seek(time));
    this.transport = new Transport({
      toggle: () => this.toggle(),
      step: (count) => void this.step(count),
      start: () => void this.seek(recording.begin),
      setSpeed: (speed) => this.setSpeed(speed),
      seek: (time) => void this.seek(time),
    }, recording.begin, recording.end);
    this.shell.addTransport(this.transport.root, {
      " ": () => this.toggle(),
      ArrowRight: () => void this.step(1),
      ArrowLeft: () => void this.step(-1),
      PageDown: () => void this.seek(this.timeline.time + 1),
      PageUp: () => void this.seek(this.timeline.time - 1),
      Home: () => void this.seek(recording.begin),
      End: () => void this.seek(recording.end),
      "[": () => this.setSpeed(nextSpeed(this.timeline.speed, -1)),
      "]": () => this.setSpeed(nextSpeed(this.timeline.speed, 1)),
    });
    if (recording.figures) this.setFigures(recording.figures);
    this.pickOnClick();
  }

  object(ready: Promise<void>): PageObject {
    return {
      ...drawnObject(this.shell),
      mode: "replay",
      ready,
      seek: (time) => this.seek(time),
      play: () => this.play(),
      pause: () => this.pause(),
      step: (count) => this.step(count),
      decodedBytes: () => this.recording.decodedBytes,
      connected: () => false,
      status: () => null,
      send: () => Promise.reject(new Error("A replay has no simulation behind it.")),
    };
  }

  /// Shows the first frame that has something to say; what cannot be read is told where it is shown.
  async open(): Promise<void> {
    await this.seek(await this.recording.opening().catch(() => this.recording.begin));
  }

  /// Figures may come after the recording was opened.
  setFigures(figures: Chunk): void {
    this.recording.figures = figures;
    this.shell.plots.setSeries(seriesOf(figures));
  }

  /// Tries again to show what could not be had.
  again(): void {
    void this.showNow();
  }

  async seek(time: number): Promise<void> {
    this.timeline.seek(time);
    await this.showNow();
  }

  play(): void {
    this.timeline.play();
    this.lastTick = performance.now();
    if (!this.ticking) this.tick();
  }

  pause(): void {
    this.timeline.pause();
    void this.showNow();
  }

  /// Frames on (or back) from the one that is shown.
  async step(count: number): Promise<void> {
    this.timeline.pause();
    const frame = this.shell.picture.moment?.frame.number ?? 0;
    await this.seek(this.recording.timeOf(frame + count));
  }

  private toggle(): void {
    if (this.timeline.playing) this.pause();
    else this.play();
  }

  private setSpeed(speed: number): void {
    this.timeline.speed = speed;
    void this.showNow();
  }

  /// Runs while playing only.
  private tick(): void {
    this.ticking = true;
    requestAnimationFrame(() => {
      const now = performance.now();
      const passed = Math.min(0.25, (now - this.lastTick) / 1000);
      this.lastTick = now;
      this.timeline.advance(passed);
      const moment = this.recording.peek(this.timeline.time);
      const shown = moment ? this.showMoment(moment) : this.showNow();
      this.recording.prefetch(this.timeline.time, true);
      void shown.then(() => {
        if (this.timeline.playing) this.tick();
        else this.ticking = false;
      });
    });
  }

  private async showNow(): Promise<void> {
    const { time } = this.timeline;
    this.updateTransport();
    try {
      const moment = await this.recording.seek(time);
      if (!moment) return; // somebody has gone elsewhere meanwhile
      this.shell.messages.clear();
      await this.showMoment(moment);
    } catch (error) {
      this.timeline.pause();
      this.shell.messages.fail(messageOf(error));
      this.updateTransport();
    }
  }

  private showMoment(moment: Parameters<Shell["show"]>[0]): Promise<void> {
    this.shell.show(moment);
    this.shell.plots.setTime(this.timeline.time);
    this.updateTransport();
    return Promise.resolve();
  }

  private updateTransport(): void {
    const { playing, time, speed } = this.timeline;
    this.transport.update({ playing, time, speed, step: this.shell.picture.moment?.frame.step ?? 0 });
  }

  private pickOnClick(): void {
    const { canvas } = this.shell.picture.stage;
    let down: [number, number] = [0, 0];
    canvas.addEventListener("pointerdown", (event) => (down = [event.clientX, event.clientY]));
    canvas.addEventListener("click", (event) => {
      if (Math.hypot(event.clientX - down[0], event.clientY - down[1]) > 4) return;
      this.shell.select(this.shell.picture.picker.pick(event.clientX, event.clientY)?.body ?? -1);
    });
  }
}

export function seriesOf(chunk: Chunk): Parameters<Shell["plots"]["setSeries"]>[0] {
  const contacts = Array.from({ length: chunk.time.length }, (_, f) => chunk.contactBegin[f + 1]! - chunk.contactBegin[f]!);
  return { time: chunk.time, contacts, figures: chunk.figures, stages: chunk.stages };
}
