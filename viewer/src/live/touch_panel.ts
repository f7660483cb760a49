import { quantity } from "../base/format";
import { length, type Vec3 } from "../base/vector";
import { button, download, element, section, setText } from "../panels/dom";
import type { Description } from "../recording/description";

export interface TouchActions {
  drop(shape: "box" | "sphere"): void;
  throwBox(): void;
  save(): Promise<string | undefined>; // undefined: it could not be had
  load(state: string): void;
  fail(text: string): void;
  record(on: boolean): void;
}

/// Pulling, dropping, throwing; saved states; recording.
export class TouchPanel {
  readonly touch: HTMLElement;
  readonly keep: HTMLElement;
  private readonly force = element("p", { class: "hint" });
  private readonly recordButton: HTMLButtonElement;
  private readonly saved = element("ul", { class: "contacts" });
  private recording = false;
  private count = 0;

  constructor(private readonly description: Description, private readonly actions: TouchActions, private readonly timeNow: () => number) {
    const { live } = description;
    const spare = (shape: string): boolean => (live?.spares[shape]?.count ?? 0) > 0;
    const drops = [
      button("Drop a box", "Drop a box from above (Shift + click drops it above a place)", () => actions.drop("box")),
      button("Drop a ball", "Drop a ball from above", () => actions.drop("sphere")),
      button("Throw a box", "Throw a box along the view (Ctrl + click aims)", () => actions.throwBox()),
    ];
    drops[0]!.disabled = drops[2]!.disabled = !spare("box");
    drops[1]!.disabled = !spare("sphere");
    this.recordButton = button("Record", live?.can_record ? "Record to a file in the folder of --out" : "To record, start with --out FOLDER", () => actions.record(!this.recording));
    this.recordButton.disabled = !live?.can_record;
    const file = element("input", { type: "file", hidden: true, accept: ".state" });
    file.addEventListener("change", () => void this.loadFile(file.files?.[0]).finally(() => (file.value = "")));
    this.touch = section("Touch", this.force, element("div", { class: "grid-2" }, ...drops));
    this.keep = section("Keep",
      element("div", { class: "grid-2" }, button("Save the state", "Keep the state in this page", () => void this.save()), button("Load a file", "Load a state from a file", () => file.click()), this.recordButton),
      this.saved, file,
    );
    this.showForce(-1, [0, 0, 0]);
  }

  /// `byClient`: somebody pulls; else it is a hand of the scene, which feels the force.
  showForce(body: number, force: Vec3, byClient = true): void {
    const name = this.description.bodies[body]?.name;
    const size = quantity(length(force), "N");
    setText(this.force, name === undefined ? "Drag a body to pull it with a spring." : byClient ? `Pulling ${name} with ${size}.` : `The hand that holds ${name} feels ${size}. Drag a body to pull it.`);
  }

  showRecording(on: boolean): void {
    this.recording = on;
    setText(this.recordButton, on ? "Stop recording" : "Record");
    this.recordButton.classList.toggle("on", on);
  }

  private async loadFile(file: File | undefined): Promise<void> {
    if (!file) return;
    const text = (await file.text()).trim();
    const wrong = whyNoState(file.name, text);
    if (wrong) this.actions.fail(wrong);
    else this.actions.load(text);
  }

  private async save(): Promise<void> {
    const state = await this.actions.save();
    if (!state) return;
    const label = `state ${++this.count}, at ${this.timeNow().toFixed(3)} s`;
    const name = `${this.description.name}-${this.timeNow().toFixed(3)}s.state`;
    const row = element("li", { class: "row" });
    row.append(
      button(label, "Load this state", () => this.actions.load(state), { class: "load" }),
      button("file", "Save this state as a file", () => download(name, new Blob([state], { type: "text/plain" })), { class: "quiet" }),
      button("×", "Forget this state", () => row.remove(), { class: "quiet" }),
    );
    this.saved.append(row);
  }
}

/// Why a file holds no saved state, and which one does; null if it may hold one.
export function whyNoState(name: string, text: string): string | null {
  const use = 'Use a ".state" file: "Save the state", then "file" beside it, writes one.';
  if (text === "") return `${name} is empty, not a saved state. ${use}`;
  if (/^<!doctype|^<html/i.test(text)) return `${name} is a page, not a saved state; open a replay in the browser by itself. ${use}`;
  if (text.startsWith("{") || text.startsWith("[")) return `${name} is JSON (a scene, a report), not a saved state; "stiction view FILE.json" shows a scene. ${use}`;
  return /^[A-Za-z0-9+/\s]+=*$/.test(text) ? null : `${name} is not a saved state. ${use}`;
}
