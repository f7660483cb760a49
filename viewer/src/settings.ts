/// What a person has chosen to see. Listeners hear of every change.
export type Colouring = "material" | "body" | "motion" | "load";
export type Theme = "system" | "dark" | "light";

export interface Choices {
  colouring: Colouring;
  points: boolean;
  openPoints: boolean;
  normal: boolean;
  friction: boolean;
  seeThrough: boolean;
  newtonsPerMetre: number | null; // null: chosen for the scene
  theme: Theme;
  plots: boolean;
  panel: boolean;
}

export const defaults: Choices = {
  colouring: "material", points: true, openPoints: false, normal: true, friction: true, seeThrough: false,
  newtonsPerMetre: null, theme: "system", plots: true, panel: true,
};

export class Settings {
  private readonly listeners: ((choices: Readonly<Choices>) => void)[] = [];
  private readonly choices: Choices;

  constructor(initial: Partial<Choices> = {}) {
    this.choices = { ...defaults, ...initial };
  }

  get current(): Readonly<Choices> {
    return this.choices;
  }

  set(change: Partial<Choices>): void {
    Object.assign(this.choices, change);
    for (const listener of this.listeners) listener(this.choices);
  }

  toggle(key: "points" | "openPoints" | "normal" | "friction" | "seeThrough" | "plots" | "panel"): void {
    this.set({ [key]: !this.choices[key] });
  }

  onChange(listener: (choices: Readonly<Choices>) => void): void {
    this.listeners.push(listener);
  }
}

const order: readonly Colouring[] = ["material", "body", "motion", "load"];
export const nextColouring = (colouring: Colouring): Colouring => order[(order.indexOf(colouring) + 1) % order.length]!;

export function prefersDark(theme: Theme): boolean {
  return theme === "system" ? globalThis.matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}
