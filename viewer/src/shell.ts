import { messageOf } from "./base/error";
import type { Vec3 } from "./base/vector";
import { button, download, element, iconButton, icons } from "./panels/dom";
import { Help } from "./panels/help";
import { Inspector } from "./panels/inspector";
import { listenToKeys, type PlayKeys } from "./panels/keyboard";
import { Messages } from "./panels/message";
import { Plots } from "./panels/plots";
import { SummaryPanel } from "./panels/summary";
import { ViewPanel } from "./panels/view_panel";
import type { Description } from "./recording/description";
import { largestPairs, type PairLoad } from "./recording/forces";
import type { Moment } from "./recording/frame";
import { Picture } from "./scene/picture";
import { prefersDark, Settings } from "./settings";

const panelPeriod = 80; // between updates of the panels while playing [ms]

/// The page around the picture, the same for replays and live simulations.
export class Shell {
  readonly settings = new Settings({ panel: innerWidth > 760, plots: innerHeight > 560 && innerWidth > 640 });
  readonly messages = new Messages();
  readonly picture: Picture;
  readonly plots: Plots;
  readonly side = element("aside", { class: "side", "aria-label": "State and settings" });
  readonly chips = element("div", { class: "chips" });
  gravity: Vec3;
  private readonly phone = matchMedia("(max-width: 640px)"); // as in style.css
  private readonly foot = element("footer", { class: "foot" });
  private readonly summary: SummaryPanel;
  private readonly inspector: Inspector;
  private readonly view: ViewPanel;
  private readonly help: Help;
  private panelsAt = 0;
  private panelsWaiting = false;

  constructor(root: HTMLElement, readonly description: Description, isLive: boolean, onSeek: ((time: number) => void) | null) {
    this.gravity = description.gravity;
    const canvas = element("canvas", { tabindex: "0", "aria-label": `The scene ${description.name} in 3D` });
    const stageBox = element("div", { class: "stage" }, canvas, this.title(), this.tools(), this.messages.root);
    root.replaceChildren(element("div", { class: "page" }, stageBox, this.side, this.foot));
    this.picture = new Picture(canvas, description, this.settings);
    this.summary = new SummaryPanel(description, isLive, (pair) => this.goTo(pair));
    this.inspector = new Inspector(description, (body) => this.select(body));
    this.view = new ViewPanel(this.picture, this.settings);
    this.plots = new Plots(description.stages, onSeek);
    this.help = new Help(isLive);
    this.side.append(this.summary.root, this.inspector.root, this.view.root);
    this.foot.append(this.plots.root);
    root.append(this.help.root);
    this.settings.onChange(() => this.applySettings());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.settings.set({}));
    canvas.addEventListener("webglcontextlost", (event) => {
      event.preventDefault();
      this.messages.fail("The graphics card was lost. Reload the page to go on.");
    });
    this.phone.addEventListener("change", () => this.settings.set({}));
    this.settings.set({});
    document.title = `${description.name} – Stiction`;
  }

  /// Puts the bar with the play button under the picture and gives keys their meaning.
  addTransport(bar: HTMLElement, play: PlayKeys): void {
    this.foot.prepend(bar);
    listenToKeys(this.picture, this.settings, {
      help: () => this.help.toggle(),
      screenshot: () => void this.screenshot(),
      largestLoad: () => this.goToLargest(),
      stretchArrows: (factor) => this.view.stretch(factor),
      select: (body) => this.select(body),
    }, play);
  }

  /// Sections of a live simulation: what one plays with before what is shown and how, the rest behind it.
  addControls(first: HTMLElement[], last: HTMLElement[]): void {
    this.view.root.before(...first);
    this.side.append(...last);
  }

  show(moment: Moment): void {
    this.picture.show(moment);
    const wait = this.panelsAt + panelPeriod - performance.now();
    if (wait <= 0) this.updatePanels();
    else if (!this.panelsWaiting) {
      this.panelsWaiting = true;
      setTimeout(() => this.updatePanels(), wait);
    }
  }

  select(body: number): void {
    this.picture.select(body);
    this.updatePanels();
  }

  updatePanels(): void {
    this.panelsWaiting = false;
    this.panelsAt = performance.now();
    const { moment, selected } = this.picture;
    if (!moment || this.side.hidden) return;
    this.summary.update(moment.frame);
    this.inspector.update(moment.frame, selected, this.gravity);
  }

  /// Selects the free one of two bodies and looks at where they touch.
  goTo(pair: PairLoad): void {
    this.select(this.description.bodies[pair.b]!.fixed ? pair.a : pair.b);
    this.picture.lookAtPair(pair.a, pair.b, pair.largest.point);
  }

  private goToLargest(): void {
    const { moment } = this.picture;
    const [largest] = moment ? largestPairs(moment.frame, 1) : [];
    if (largest) this.goTo(largest);
    else this.messages.notice("Nothing presses on anything here.");
  }

  private title(): HTMLElement {
    const { name, description } = this.description;
    return element("header", { class: "title" }, element("h1", {}, name), element("p", {}, description), this.chips);
  }

  private tools(): HTMLElement {
    return element("nav", { class: "tools", "aria-label": "Tools" },
      iconButton(icons.frame, "Look at the selected body, or at everything (F)", () => this.picture.frame()),
      iconButton(icons.camera, "Save a picture (S)", () => void this.screenshot()),
      iconButton(icons.theme, "Dark or light (D)", () => this.settings.set({ theme: prefersDark(this.settings.current.theme) ? "light" : "dark" })),
      iconButton(icons.plots, "Plots (G)", () => this.settings.toggle("plots")),
      iconButton(icons.panel, "Side panel (B)", () => this.settings.toggle("panel")),
      button("?", "Keys (?)", () => this.help.toggle(), { class: "icon" }),
    );
  }

  private applySettings(): void {
    const { theme, plots, panel } = this.settings.current;
    document.documentElement.dataset["theme"] = prefersDark(theme) ? "dark" : "light";
    this.plots.root.hidden = !plots;
    const isHidden = !panel && !this.phone.matches; // of a phone's sheet the first section stays
    const appears = this.side.hidden && !isHidden;
    this.side.hidden = isHidden;
    this.side.classList.toggle("brief", !panel);
    if (appears) this.updatePanels();
    this.plots.redraw();
    this.plots.setTime(this.picture.moment?.frame.time ?? 0);
  }

  private async screenshot(): Promise<void> {
    try {
      const time = this.picture.moment?.frame.time ?? 0;
      download(`${this.description.name}-${time.toFixed(3)}s.png`, await this.picture.stage.screenshot());
    } catch (error) {
      this.messages.fail(messageOf(error));
    }
  }
}
