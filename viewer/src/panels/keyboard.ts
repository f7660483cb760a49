import { nextColouring, prefersDark, type Settings } from "../settings";
import type { Picture } from "../scene/picture";

/// Everything that keys do besides playing.
export interface KeyActions {
  help(): void;
  screenshot(): void;
  largestLoad(): void;
  stretchArrows(factor: number): void;
  select(body: number): void;
}

/// What keys do for playing; by `KeyboardEvent.key`.
export type PlayKeys = Record<string, () => void>;

export function listenToKeys(picture: Picture, settings: Settings, actions: KeyActions, play: PlayKeys): void {
  const { stage } = picture;
  const keys: Record<string, () => void> = {
    ...play,
    "?": () => actions.help(),
    f: () => picture.frame(),
    "1": () => picture.frame([0, -1, 0.08]),
    "2": () => picture.frame([1, 0, 0.08]),
    "3": () => picture.frame([0, -0.02, 1]),
    l: () => actions.largestLoad(),
    c: () => settings.set({ colouring: nextColouring(settings.current.colouring) }),
    n: () => settings.toggle("normal"),
    t: () => settings.toggle("friction"),
    p: () => settings.toggle("points"),
    o: () => settings.toggle("openPoints"),
    x: () => settings.toggle("seeThrough"),
    g: () => settings.toggle("plots"),
    b: () => settings.toggle("panel"),
    d: () => settings.set({ theme: prefersDark(settings.current.theme) ? "light" : "dark" }),
    s: () => actions.screenshot(),
    ",": () => actions.stretchArrows(0.8),
    ".": () => actions.stretchArrows(1.25),
    "+": () => stage.zoom(0.85),
    "=": () => stage.zoom(0.85),
    "-": () => stage.zoom(1.18),
    Escape: () => actions.select(-1),
  };
  const turned: Record<string, () => void> = {
    ArrowLeft: () => stage.turn(-0.12, 0),
    ArrowRight: () => stage.turn(0.12, 0),
    ArrowUp: () => stage.turn(0, 0.12),
    ArrowDown: () => stage.turn(0, -0.12),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isEditing(event)) return;
    const action = (event.shiftKey ? turned[event.key] : undefined) ?? keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  giveKeysBack();
}

/// What was used by mouse gives the keys back to the page: after a click on a button, space plays and does not press it again.
function giveKeysBack(): void {
  let byMouse = false;
  const leave = (): void => {
    const { activeElement } = document;
    const keeps = activeElement instanceof HTMLInputElement && !["range", "checkbox", "file"].includes(activeElement.type);
    if (byMouse && activeElement instanceof HTMLElement && !keeps) activeElement.blur();
  };
  document.addEventListener("pointerdown", () => (byMouse = true), { capture: true });
  document.addEventListener("keydown", () => (byMouse = false), { capture: true });
  document.addEventListener("click", (event) => !(event.target instanceof HTMLSelectElement) && leave());
  document.addEventListener("change", leave); // of lists, after the choice; of sliders that were let go outside
}

/// Keys that belong to the element in focus: text fields, lists, an open dialog, a button under space or enter.
function isEditing(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (document.querySelector("dialog[open]") && event.key !== "?") return true;
  if (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLInputElement) {
    if (target.classList.contains("timeline")) return false;
    if (target.type === "range") return event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End";
    if (target.type === "checkbox") return event.key === " ";
    return true;
  }
  return target instanceof HTMLButtonElement && (event.key === " " || event.key === "Enter");
}
