import { seconds, whole } from "../base/format";
import { speedLabel, speeds } from "../recording/timeline";
import { choice, element, iconButton, icons, setIcon, setText } from "./dom";

/// What the bar at the bottom asks for. A live simulation goes forward only: no `seek`.
export interface TransportActions {
  toggle(): void;
  step(count: number): void;
  start(): void; // to the beginning, or reset
  setSpeed(speed: number): void;
  seek?(time: number): void;
}

export interface TransportState {
  playing: boolean;
  time: number; // [s]
  step: number;
  speed: number;
}

/// Play, pause, step, speed, and the timeline of a recording.
export class Transport {
  readonly root: HTMLElement;
  readonly slider = element("input", { type: "range", class: "timeline", step: "any", "aria-label": "Time" });
  private readonly playButton: HTMLButtonElement;
  private readonly clock = element("output", { class: "clock", "aria-live": "off" });
  private readonly count = element("output", { class: "count" });
  private readonly speed: HTMLSelectElement;
  private playing = false;

  constructor(actions: TransportActions, begin: number, private readonly end: number | null) {
    this.playButton = iconButton(icons.play, "Play or pause (space)", () => actions.toggle());
    this.playButton.classList.add("primary");
    this.speed = choice(speeds.map((s) => [String(s), speedLabel(s)] as const), "Speed ([ and ])", (value) => actions.setSpeed(Number(value)));
    this.speed.value = "1";
    const buttons = [
      iconButton(end === null ? icons.reset : icons.start, end === null ? "Reset the simulation (Home)" : "To the beginning (Home)", () => actions.start()),
      ...(end === null ? [] : [iconButton(icons.back, "One frame back (←)", () => actions.step(-1))]),
      this.playButton,
      iconButton(icons.forward, end === null ? "One step (→)" : "One frame on (→)", () => actions.step(1)),
    ];
    this.slider.min = String(begin);
    this.slider.max = String(end ?? 1);
    this.slider.hidden = end === null;
    this.slider.addEventListener("input", () => actions.seek?.(Number(this.slider.value)));
    this.root = element("div", { class: "transport", role: "group", "aria-label": "Playback" }, ...buttons, this.clock, this.slider, ...(end === null ? [element("span", { class: "stretch" })] : []), this.count, this.speed);
  }

  update({ playing, time, step, speed }: TransportState): void {
    if (playing !== this.playing) {
      this.playing = playing;
      setIcon(this.playButton, playing ? icons.pause : icons.play);
    }
    this.slider.value = String(time);
    if (this.end !== null) {
      const share = (time - Number(this.slider.min)) / Math.max(this.end - Number(this.slider.min), 1e-12);
      this.slider.style.setProperty("--share", `${(100 * share).toFixed(3)}%`);
      this.slider.setAttribute("aria-valuetext", seconds(time));
    }
    setText(this.clock, this.end === null ? seconds(time) : `${seconds(time, this.end)} / ${seconds(this.end)}`);
    setText(this.count, `step ${whole(step)}`);
    const value = String(speed);
    if (this.speed.value !== value && [...this.speed.options].some((option) => option.value === value)) this.speed.value = value;
  }
}
