import { Color } from "three";

/// Colours of the drawing for dark and light pages. States differ in lightness and shape too, not only in hue.
export interface Palette {
  background: string;
  ground: string;
  grid: string;
  fixed: string; // bodies that cannot move
  stick: string;
  slide: string;
  open: string;
  normal: string; // arrows of pressure
  friction: string; // arrows of friction
  selected: string;
  hand: string;
}

export const dark: Palette = {
  background: "#15181d", ground: "#262b33", grid: "#3a424d", fixed: "#5a626e",
  stick: "#35c4a5", slide: "#ff9d3c", open: "#aab4c2",
  normal: "#7fb2ff", friction: "#ff6fae", selected: "#ffe066", hand: "#ffe066",
};

export const light: Palette = {
  background: "#f1f3f6", ground: "#e4e8ed", grid: "#c3cbd5", fixed: "#a9b2bd",
  stick: "#0b8f76", slide: "#d96a00", open: "#77818e",
  normal: "#2563d9", friction: "#c2185b", selected: "#b98900", hand: "#b98900",
};

// Calm hues for materials [turns], apart from those of states and arrows where possible.
const hues = [0.085, 0.58, 0.31, 0.02, 0.72, 0.14, 0.5, 0.9];
const known: Record<string, [number, number, number]> = {
  stone: [0.09, 0.16, 0.62], wood: [0.075, 0.42, 0.52], steel: [0.58, 0.12, 0.58], ice: [0.54, 0.42, 0.76],
  "red rubber": [0.01, 0.56, 0.51], "blue rubber": [0.61, 0.53, 0.51],
  brick: [0.03, 0.34, 0.43], rubber: [0.62, 0.08, 0.36], glass: [0.47, 0.3, 0.72], card: [0.1, 0.35, 0.8], concrete: [0.11, 0.05, 0.6],
};

/// The colour of a body by its material, a shade of its own for each body so that neighbours can be told apart.
export function materialColour(material: string, place: number, body: number, out: Color): Color {
  const key = Object.keys(known).find((name) => material.toLowerCase().includes(name));
  const [h, s, l] = key ? known[key]! : [hues[place % hues.length]!, 0.34, 0.6];
  const shade = ((body * 0.618034) % 1) - 0.5;
  return out.setHSL(h + 0.012 * shade, s, l + 0.11 * shade);
}

/// A colour of its own for every body.
export function bodyColour(body: number, out: Color): Color {
  return out.setHSL((body * 0.618034) % 1, 0.42, 0.6);
}

// From little to much: dark violet over red to yellow, in equal steps of lightness.
const ramp = ["#3b3561", "#6a3d7c", "#a8456f", "#dd6a4f", "#f5a742", "#fdf0a0"].map((hex) => new Color(hex));

/// A colour for a share between 0 and 1.
export function rampColour(share: number, out: Color): Color {
  const x = Math.min(Math.max(share, 0), 1) * (ramp.length - 1);
  const i = Math.min(Math.floor(x), ramp.length - 2);
  return out.lerpColors(ramp[i]!, ramp[i + 1]!, x - i);
}

export const rampStyle = `linear-gradient(90deg, ${ramp.map((c) => `#${c.getHexString()}`).join(", ")})`;
