import type { Vec3 } from "../base/vector";
import type { Description } from "../recording/description";

/// Messages of a live simulation. Text is JSON; binary messages are chunks.
export interface HandStatus {
  client: boolean; // held by a page or a device over the socket
  body: number;
  anchor: Vec3; // world [m]
  target: Vec3; // world [m]
  force: Vec3; // felt by the hand [N]
  torque: Vec3; // [N m]
}

export interface TimingStatus {
  period_ms: number;
  p50_ms: number;
  p99_ms: number;
  max_ms: number;
  late: number;
  steps: number;
  converged: number; // share
  histogram: { edges_ms: number[]; counts: number[] };
}

export interface Status {
  type: "status";
  playing: boolean;
  time: number; // [s]
  speed: number;
  achieved: number; // simulated over real time
  solver: { name: string; tolerance: number };
  gravity: Vec3; // [m/s^2]
  materials: { name: string; friction: number }[];
  clients: number;
  dropped: number;
  recording: boolean;
  recording_error?: string | null;
  hands: HandStatus[];
  timing: TimingStatus;
  stopped: string | null;
}

export interface Reply {
  type: "reply";
  id: number | null;
  ok: boolean;
  error?: string;
  [result: string]: unknown;
}

export type ServerMessage = Status | Reply | { type: "description"; description: Description };

export type Command =
  | { type: "play" | "pause" | "reset" | "release" | "save" }
  | { type: "step"; count: number }
  | { type: "speed"; factor: number }
  | { type: "solver"; name?: string; tolerance?: number }
  | { type: "friction"; material: string; value: number }
  | { type: "gravity"; vector: Vec3 }
  | { type: "grab"; body: number; point: Vec3 }
  | { type: "move"; point: Vec3 }
  | { type: "drop"; shape: "box" | "sphere"; position: Vec3; velocity: Vec3 }
  | { type: "load"; state: string }
  | { type: "record"; on: boolean }
  | { type: "chunk"; index: number };

/// A message of the server, or null if it is none that we know.
export function readMessage(text: string): ServerMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { type } = value as { type?: unknown };
  return type === "status" || type === "reply" || type === "description" ? (value as ServerMessage) : null;
}
