import type { Quat, Vec3 } from "./base/vector";
import type { Frame } from "./recording/frame";
import type { DrawnArrow } from "./scene/force_arrows";

/// What tests, and people at the console, can ask of the page: `window.stiction`.
export interface PageObject {
  mode: "replay" | "live";
  ready: Promise<void>;
  frame(): FrameValues | null;
  seek(time: number): Promise<void>;
  play(): void;
  pause(): void;
  step(count: number): Promise<void>;
  selected(): number;
  select(body: number): void;
  camera(): { position: Vec3; target: Vec3 };
  /// Where a point of the world is on the screen (clientX, clientY).
  project(point: Vec3): [number, number];
  arrows(): { newtonsPerMetre: number; arrows: DrawnArrow[] };
  framesDrawn(): number;
  decodedBytes(): number;
  error(): string | null;
  connected(): boolean;
  status(): unknown;
  send(command: Record<string, unknown>): Promise<Record<string, unknown>>;
}

export interface FrameValues {
  time: number;
  step: number;
  bodies: { name: string; present: boolean; position: Vec3; rotation: Quat; velocity: Vec3 }[];
  contacts: { a: number; b: number; state: number; point: Vec3; force: Vec3 }[];
}

export function frameValues(frame: Frame, names: readonly { name: string }[]): FrameValues {
  return {
    time: frame.time,
    step: frame.step,
    bodies: names.map(({ name }, i) => ({ name, present: frame.isPresent(i), position: frame.position(i), rotation: frame.rotation(i), velocity: frame.velocity(i) })),
    contacts: [...frame.contacts()].map(({ a, b, state, point, force }) => ({ a, b, state, point, force })),
  };
}

/// The object of a page that shows nothing but a message, or nothing yet.
export function emptyObject(mode: "replay" | "live", error: () => string | null, ready = Promise.resolve()): PageObject {
  const nothing = (): Promise<never> => Promise.reject(new Error(error() ?? "There is nothing to show yet."));
  return {
    mode, ready, error, frame: () => null, seek: nothing, play: () => undefined, pause: () => undefined, step: nothing,
    selected: () => -1, select: () => undefined, camera: () => ({ position: [0, 0, 0], target: [0, 0, 0] }), project: () => [0, 0],
    arrows: () => ({ newtonsPerMetre: 1, arrows: [] }), framesDrawn: () => 0, decodedBytes: () => 0,
    connected: () => false, status: () => null, send: nothing,
  };
}

declare global {
  interface Window {
    stiction?: PageObject;
  }
}
