import { messageOf } from "../base/error";
import { add, length, scale, type Vec3 } from "../base/vector";
import { drawnObject } from "../page_base";
import type { PageObject } from "../page_object";
import { element, setText } from "../panels/dom";
import { Transport } from "../panels/transport";
import { decodeChunk } from "../recording/chunk";
import type { Description } from "../recording/description";
import { Frame } from "../recording/frame";
import { nextSpeed } from "../recording/timeline";
import { Shell } from "../shell";
import type { Connection } from "./connection";
import { Controls } from "./controls";
import { Drag } from "./drag";
import { TimingPanel } from "./histogram";
import { History } from "./history";
import type { Command, Status } from "./protocol";
import { TouchPanel } from "./touch_panel";

const plotPeriod = 250; // between updates of the plots [ms]
const plottedFrames = 2000;

/// A simulation that runs now: frames come in, commands go out.
export class LiveView {
  readonly shell: Shell;
  status: Status | null = null;
  private readonly transport: Transport;
  private readonly controls: Controls;
  private readonly touch: TouchPanel;
  private readonly timing = new TimingPanel();
  private readonly history = new History(plottedFrames);
  private readonly drag: Drag;
  private readonly chips = { state: element("span", { class: "chip" }), speed: element("span", { class: "chip" }), clients: element("span", { class: "chip" }) };
  private newest: Uint8Array<ArrayBuffer> | null = null;
  private decoding = false;
  private plottedAt = 0;

  constructor(root: HTMLElement, private readonly description: Description, private readonly connection: Connection) {
    this.shell = new Shell(root, description, true, null);
    const send = (command: Command): void => void this.send(command);
    const step = (count: number): void => send({ type: "step", count });
    this.transport = new Transport({ toggle: () => this.toggle(), step, start: () => send({ type: "reset" }), setSpeed: (factor) => send({ type: "speed", factor }) }, 0, null);
    this.shell.addTransport(this.transport.root, {
      " ": () => this.toggle(),
      ArrowRight: () => step(1),
      Home: () => send({ type: "reset" }),
      "[": () => send({ type: "speed", factor: nextSpeed(this.status?.speed ?? 1, -1) }),
      "]": () => send({ type: "speed", factor: nextSpeed(this.status?.speed ?? 1, 1) }),
    });
    this.controls = new Controls(description, send);
    this.touch = new TouchPanel(description, {
      drop: (shape) => this.drop(shape, this.aboveScene()),
      throwBox: () => this.throwFromCamera(),
      save: async () => (await this.send({ type: "save" }))?.["state"] as string | undefined,
      load: (state) => send({ type: "load", state }),
      fail: (text) => this.shell.messages.fail(text),
      record: (on) => send({ type: "record", on }),
    }, () => this.status?.time ?? 0);
    this.drag = new Drag(this.shell, {
      grab: (body, point) => send({ type: "grab", body, point }),
      move: (point) => {
        connection.post({ type: "move", point } as Command);
        this.showSprings();
      },
      release: () => send({ type: "release" }),
      drop: (at) => this.drop("box", add(at, [0, 0, 0.3 * this.shell.picture.size])),
      throwAlong: (origin, direction) => this.throwBox(origin, direction),
    });
    this.shell.addControls([this.touch.touch, this.controls.root], [this.touch.keep, this.timing.root]);
    this.shell.chips.append(...Object.values(this.chips));
    this.showConnected(true);
  }

  object(ready: Promise<void>): PageObject {
    return {
      ...drawnObject(this.shell),
      mode: "live",
      ready,
      seek: () => Promise.reject(new Error("A live simulation goes forward only.")),
      play: () => void this.send({ type: "play" }),
      pause: () => void this.send({ type: "pause" }),
      step: async (count) => void (await this.connection.send({ type: "step", count } as Command)),
      decodedBytes: () => this.shell.picture.moment?.frame.chunk.bytes ?? 0,
      connected: () => this.connection.isOpen,
      status: () => this.status,
      send: (command) => this.connection.send(command as { type: string }),
    };
  }

  /// Keeps the newest frame only: a page that is slow skips frames, it never lags behind.
  receive(bytes: Uint8Array<ArrayBuffer>): void {
    this.newest = bytes;
    if (!this.decoding) void this.showNewest();
  }

  update(status: Status): void {
    this.status = status;
    this.shell.gravity = status.gravity;
    this.controls.update(status);
    this.touch.showRecording(status.recording);
    this.timing.update(status.timing);
    this.updateTransport();
    this.showSprings();
    const hand = status.hands.find(({ body, client }) => client && body === this.drag.spring()?.body) ?? status.hands.find(({ force }) => length(force) > 0);
    this.touch.showForce(hand?.body ?? -1, hand?.force ?? [0, 0, 0], hand?.client);
    setText(this.chips.speed, `${status.achieved.toFixed(2)} of real time`);
    this.chips.speed.hidden = !status.playing;
    setText(this.chips.clients, `${status.clients} pages`);
    this.chips.clients.hidden = status.clients < 2;
    const trouble = status.stopped ?? status.recording_error ?? null;
    if (trouble) this.shell.messages.fail(status.stopped ? `The simulation has stopped: ${trouble}. Reset it, or load a state.` : trouble);
    else if (this.connection.isOpen && this.shell.messages.error?.startsWith("The simulation has stopped")) this.shell.messages.clear();
  }

  showConnected(connected: boolean): void {
    setText(this.chips.state, connected ? "live" : "not connected");
    this.chips.state.className = `chip ${connected ? "good" : "bad"}`;
    if (connected || !this.status) return;
    this.status = { ...this.status, playing: false, hands: [] };
    this.chips.speed.hidden = true;
    this.updateTransport();
    this.showSprings();
  }

  private async send(command: Command): Promise<Record<string, unknown> | null> {
    try {
      return await this.connection.send(command);
    } catch (error) {
      this.shell.messages.notice(messageOf(error));
      return null;
    }
  }

  private toggle(): void {
    void this.send({ type: this.status?.playing ? "pause" : "play" });
  }

  private async showNewest(): Promise<void> {
    this.decoding = true;
    try {
      while (this.newest) {
        const bytes = this.newest;
        this.newest = null;
        const frame = new Frame(await decodeChunk(bytes), 0, this.description.units);
        this.shell.show({ frame, next: null, fraction: 0 });
        this.controls.offerMaterialsOf(frame);
        this.history.add(frame);
        this.showSprings();
        this.plot(frame.time);
        this.updateTransport();
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    } catch (error) {
      this.shell.messages.fail(messageOf(error));
    } finally {
      this.decoding = false;
    }
  }

  private plot(time: number): void {
    const now = performance.now();
    if (now - this.plottedAt >= plotPeriod && !this.shell.plots.root.hidden) {
      this.plottedAt = now;
      this.shell.plots.setSeries(this.history.series);
    }
    this.shell.plots.setTime(time);
  }

  private updateTransport(): void {
    const frame = this.shell.picture.moment?.frame;
    this.transport.update({ playing: this.status?.playing ?? false, time: frame?.time ?? this.status?.time ?? 0, step: frame?.step ?? 0, speed: this.status?.speed ?? 1 });
  }

  private showSprings(): void {
    const own = this.drag.spring();
    const others = (this.status?.hands ?? []).filter(({ body }) => body !== own?.body).map(({ anchor, target }) => ({ from: anchor, to: target }));
    this.shell.picture.showSprings(own ? [own, ...others] : others);
  }

  /// What falls should be seen falling.
  private drop(shape: "box" | "sphere", position: Vec3): void {
    this.shell.picture.stage.keepInView(position);
    void this.send({ type: "drop", shape, position, velocity: [0, 0, 0] });
  }

  private throwBox(origin: Vec3, direction: Vec3): void {
    const speed = 2.5 * Math.sqrt(9.81 * this.shell.picture.size);
    void this.send({ type: "drop", shape: "box", position: add(origin, scale(direction, 0.4 * this.shell.picture.size)), velocity: scale(direction, speed) });
  }

  private throwFromCamera(): void {
    const box = this.shell.picture.stage.canvas.getBoundingClientRect();
    const { origin, direction } = this.shell.picture.picker.rayAt(box.left + 0.5 * box.width, box.top + 0.5 * box.height);
    this.throwBox(origin, direction);
  }

  private aboveScene(): Vec3 {
    const { min, max } = this.description.extent;
    return [0.5 * (min[0] + max[0]), 0.5 * (min[1] + max[1]), max[2] + 0.25 * this.shell.picture.size];
  }
}
