import { button, element } from "./dom";

const common: [string, string][] = [
  ["drag · right drag · wheel", "turn · move · zoom"],
  ["Shift + arrow keys, + and −", "turn and zoom by keyboard"],
  ["F", "look at the selected body, or at everything"],
  ["1 2 3", "from the front, the side, above"],
  ["click", "select a body"],
  ["L", "go to the contact that carries most"],
  ["C", "colour by material, body, motion, load"],
  ["N · T · P · O", "pressure · friction · contacts · open contacts"],
  [", and .", "shorter, longer arrows"],
  ["X", "see through bodies"],
  ["G", "plots"],
  ["B", "side panel"],
  ["D", "dark or light"],
  ["S", "save a picture"],
  ["Esc", "select nothing, close this"],
];
const replay: [string, string][] = [
  ["Space", "play, pause"],
  ["← →", "one frame back, on"],
  ["PgUp PgDn", "one second back, on"],
  ["Home End", "beginning, end"],
  ["[ ]", "slower, faster"],
];
const live: [string, string][] = [
  ["Space", "play, pause"],
  ["→", "one step"],
  ["Home", "reset"],
  ["[ ]", "slower, faster"],
  ["drag a body", "pull it with a spring"],
  ["Shift + click", "drop a block above that place"],
  ["Ctrl + click, or Alt + click", "throw a block there"],
];

/// An overlay that lists all keys.
export class Help {
  readonly root: HTMLDialogElement;

  constructor(isLive: boolean) {
    const rows = [...(isLive ? live : replay), ...common].flatMap(([keys, does]) => [element("dt", {}, keys), element("dd", {}, does)]);
    this.root = element("dialog", { class: "help", "aria-label": "Keys" },
      element("div", { class: "row" }, element("h2", {}, "Keys and mouse"), button("×", "Close (Esc)", () => this.root.close(), { class: "quiet" })),
      element("dl", {}, ...rows),
    );
    this.root.addEventListener("click", (event) => event.target === this.root && this.root.close());
  }

  toggle(): void {
    if (this.root.open) this.root.close();
    else this.root.showModal();
  }
}
