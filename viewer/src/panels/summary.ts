import { plural, quantity, whole } from "../base/format";
import { length } from "../base/vector";
import type { Description } from "../recording/description";
import { largestPairs, restSpeed, summarise, type PairLoad } from "../recording/forces";
import type { Frame } from "../recording/frame";
import { ContactState } from "../recording/layout";
import { element, section, setText } from "./dom";

const stateNames = { [ContactState.stick]: "stick", [ContactState.slide]: "slide", [ContactState.open]: "open" } as const;
export const stateName = (state: ContactState): "stick" | "slide" | "open" => stateNames[state];

/// A line under the loads: why there are none, or how far they are to be trusted.
export function hintOf(frame: Frame, pairs: number, isLive: boolean): string {
  if (pairs > 0) return "Redundant contacts: one of many exact splits.";
  if (frame.contactCount === 0 && frame.figure("converged") === -1) return `Contacts appear with the first step${isLive ? ": press play" : ""}.`;
  return "Nothing presses on anything.";
}

const manySplits = "Where a body has more contacts than balance needs, many ways to share the load are exact. The solver gives one of them.";

/// What stands, what slides, which contact carries the load: in words and numbers.
export class SummaryPanel {
  readonly root: HTMLElement;
  private readonly sentence = element("p", { class: "sentence" });
  private readonly counts = { stick: element("b"), slide: element("b"), open: element("b") };
  private readonly list = element("ol", { class: "loads" });
  private readonly hint = element("p", { class: "hint", title: manySplits });
  private readonly rows: { root: HTMLElement; button: HTMLButtonElement; force: HTMLElement; names: HTMLElement; dot: HTMLElement; pair: PairLoad | null }[] = [];

  constructor(private readonly description: Description, private readonly isLive: boolean, onPair: (pair: PairLoad) => void) {
    const kinds = [
      ["stick", "friction holds"],
      ["slide", "friction at its limit"],
      ["open", "near, not touching"],
    ] as const;
    const legend = element("ul", { class: "states" }, ...kinds.map(([state, says]) =>
      element("li", { title: `Contacts: ${says}` }, element("i", { class: `dot ${state}` }), this.counts[state], element("span", {}, ` ${state}`), element("small", {}, says)),
    ));
    for (let i = 0; i < 5; ++i) this.addRow(onPair);
    const now = section("Now", this.sentence, legend);
    now.classList.add("now-section");
    this.root = element("div", { class: "summary" },
      now,
      section("Where the load is", this.list, this.hint),
    );
  }

  update(frame: Frame): void {
    const { bodies, moving, stick, slide, open } = summarise(frame, this.description);
    const resting = bodies - moving;
    const stands = moving === 0 ? `${bodies === 1 ? "The body is" : `All ${whole(bodies)} bodies are`} at rest` : `${whole(moving)} of ${plural(bodies, "body", "bodies")} moving, ${whole(resting)} at rest`;
    setText(this.sentence, bodies === 0 ? "No free body is here." : `${stands}; ${slide === 0 ? "nothing slides." : `${plural(slide, "contact slides", "contacts slide")}.`}`);
    this.sentence.title = `At rest: slower than ${restSpeed * 1000} mm/s`;
    setText(this.counts.stick, whole(stick));
    setText(this.counts.slide, whole(slide));
    setText(this.counts.open, whole(open));
    const largest = largestPairs(frame, this.rows.length);
    this.rows.forEach((row, i) => this.fill(row, largest[i] ?? null));
    setText(this.hint, hintOf(frame, largest.length, this.isLive));
  }

  private addRow(onPair: (pair: PairLoad) => void): void {
    const force = element("b");
    const names = element("span", { class: "names" });
    const dot = element("i", { class: "dot" });
    const made = element("button", { type: "button", class: "load" }, dot, force, names);
    const root = element("li", {}, made);
    const row = { root, button: made, force, names, dot, pair: null as PairLoad | null };
    made.addEventListener("click", () => row.pair && onPair(row.pair));
    this.rows.push(row);
    this.list.append(root);
  }

  private fill(row: (typeof this.rows)[number], pair: PairLoad | null): void {
    row.pair = pair;
    row.root.hidden = pair === null;
    if (!pair) return;
    setText(row.force, quantity(length(pair.force), "N"));
    setText(row.names, `${this.name(pair.a)} – ${this.name(pair.b)}`);
    row.dot.className = `dot ${stateName(pair.state)}`;
    row.button.title = `${this.name(pair.a)} – ${this.name(pair.b)}: ${plural(pair.contacts, "contact")}, the largest ${quantity(length(pair.largest.force), "N")}. Click to go there.`;
  }

  private name(body: number): string {
    return this.description.bodies[body]?.name ?? `body ${body}`;
  }
}
