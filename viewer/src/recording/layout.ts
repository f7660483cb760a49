/// The layout of a chunk, little-endian: a head of 48 bytes, then the raw bytes, deflated or as they are.
export const headSize = 48;
export const magic = 0x31475053; // "SPG1"

/// Figures of a frame that every chunk carries, in this order; then the time per stage [ms].
export const figureNames = [
  "residual",
  "penetration", // [m]
  "kinetic", // [J]
  "potential", // [J]
  "elastic", // [J]
  "iterations",
  "systems",
  "converged", // 1, 0; -1: not judged
] as const;
export type FigureName = (typeof figureNames)[number];
export const stageCount = 6;

/// Words of a body: position xyz, rotation wxyz, velocity xyz, angular velocity xyz.
export const bodyWords = 13;
/// Words of a contact: bodies a and b, state, point xyz, normal xyz, gap, force on b xyz.
export const contactWords = 13;

export const ContactState = { open: 0, stick: 1, slide: 2 } as const;
export type ContactState = (typeof ContactState)[keyof typeof ContactState];

export interface Head {
  frames: number;
  first: number;
  bodies: number;
  contacts: number; // over all frames
  vertices: number; // deforming, per frame
  begin: number; // [s]
  end: number; // [s]
  rawSize: number;
  packedSize: number; // 0: not packed
}

export function rawSizeOf(head: Pick<Head, "frames" | "bodies" | "contacts" | "vertices">): number {
  const { frames, bodies, contacts, vertices } = head;
  const perFrame = 16 + 4 * (figureNames.length + stageCount) + 4;
  return frames * perFrame + frames * bodies * (1 + 4 * bodyWords) + 4 * contactWords * contacts + 12 * vertices * frames;
}
