import { base64OfBytes } from "../base/base64";
import type { Body, Description, Units } from "../recording/description";
import { ContactState } from "../recording/layout";
import { encodeChunk, type PlainFrame } from "./encode";

/// A sample recording: a stack of cubes at rest, whose contact forces are known, and a slider that comes to rest beside it.
export interface StackOptions {
  cubes: number;
  frames: number;
  framesPerChunk: number;
}

export const sampleUnits: Units = {
  position: 1e-5,
  rotation: 1 / (1 << 24),
  velocity: 1e-5,
  angular_velocity: 1e-4,
  force: 1e-3,
  gap: 1e-6,
  normal: 1 / (1 << 20),
};

const edge = 0.2; // of a cube [m]
const density = 2400; // [kg/m^3]
const gravity = 9.81; // [m/s^2]
export const cubeWeight = density * edge ** 3 * gravity; // [N]
const mu = 0.3; // of the slider
const startSpeed = 1.5; // of the slider [m/s]

/// Where the slider is and how fast, at a time [s].
export function sliderAt(time: number): { x: number; speed: number } {
  const stop = startSpeed / (mu * gravity);
  const t = Math.min(time, stop);
  return { x: -1.2 + startSpeed * t - 0.5 * mu * gravity * t * t, speed: startSpeed - mu * gravity * t };
}

export interface Sample {
  description: Description;
  figures: Uint8Array<ArrayBuffer>;
  chunks: Uint8Array<ArrayBuffer>[];
}

export function stackSample({ cubes, frames, framesPerChunk }: StackOptions): Sample {
  const all = Array.from({ length: frames }, (_, f) => frameAt(f, cubes));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const entries = [];
  for (let first = 0; first < frames; first += framesPerChunk) {
    const part = all.slice(first, first + framesPerChunk);
    chunks.push(encodeChunk(part, first));
    entries.push({ first, frames: part.length, begin: part[0]!.time, end: part[part.length - 1]!.time });
  }
  return {
    description: { ...describeStack(cubes), chunks: entries, frame_count: frames },
    figures: encodeChunk(all, 0, true),
    chunks,
  };
}

export function describeStack(cubes: number): Description {
  const mass = cubeWeight / gravity;
  const cube = (name: string, material: number): Body => ({
    name, fixed: false, scripted: false, material, mass, center_of_mass: [0, 0, 0], surface: 0, deforming: 0,
  });
  return {
    format: 1, program: "0.1.0", name: "sample", description: "A stack that stands and a block that slides to rest.", step: 0.01,
    gravity: [0, 0, -gravity], solver: { name: "staggered", tolerance: 1e-6 }, units: sampleUnits,
    materials: [{ name: "stone", friction: 0.6, density }, { name: "ice", friction: mu, density }],
    surfaces: [cubeSurface()],
    bodies: [
      { name: "ground", fixed: true, scripted: false, material: 0, mass: 0, center_of_mass: [0, 0, 0], surface: -1, plane: { normal: [0, 0, 1], offset: 0 } },
      ...Array.from({ length: cubes }, (_, i) => cube(`cube ${i + 1}`, 0)),
      cube("slider", 1),
    ],
    hands: [], stages: ["predict", "collide", "assemble", "solve", "judge", "advance"],
    extent: { min: [-1.3, -0.1, 0], max: [0.1, 0.1, cubes * edge] }, weight: (cubes + 1) * cubeWeight,
  };
}

const count = (value: number, unit: number): number => Math.round(value / unit);

export function frameAt(f: number, cubes: number): PlainFrame {
  const time = f * 0.01;
  const { x, speed } = sliderAt(time);
  const kinetic = 0.5 * (cubeWeight / gravity) * speed * speed;
  const body = (position: number[], vx: number): number[] => [
    ...position.map((p) => count(p, sampleUnits.position)), 1 << 24, 0, 0, 0, count(vx, sampleUnits.velocity), 0, 0, 0, 0, 0,
  ];
  const contacts: number[][] = [];
  for (let i = 0; f > 0 && i < cubes; ++i) contacts.push(...corners(i, i + 1, 0, i * edge, (cubes - i) * cubeWeight, 0, ContactState.stick));
  if (f > 0) contacts.push(...corners(0, cubes + 1, x, 0, cubeWeight, speed > 1e-3 ? -mu * cubeWeight : 0, speed > 1e-3 ? ContactState.slide : ContactState.stick));
  return {
    time, step: f, figures: [1e-9 * (1 + (f % 7)), 1e-7, kinetic, 10, 0, 3 + (f % 3), 4 + (f % 2), f > 0 ? 1 : -1, 0.01, 0.05, 0.02, 0.2 + 0.01 * (f % 5), 0.02, 0.01],
    present: Array.from({ length: cubes + 2 }, () => true),
    bodies: [body([0, 0, 0], 0), ...Array.from({ length: cubes }, (_, i) => body([0, 0, (i + 0.5) * edge], 0)), body([x, 0, edge / 2], speed)],
    contacts, vertices: [],
  };
}

/// Four contacts under a cube that share its load and friction [N].
function corners(a: number, b: number, x: number, z: number, load: number, friction: number, state: number): number[][] {
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([sx, sy]) => [
    a, b, state,
    count(x + (sx! * edge) / 2, sampleUnits.position), count((sy! * edge) / 2, sampleUnits.position), count(z, sampleUnits.position),
    0, 0, 1 << 20, 0,
    count(friction / 4, sampleUnits.force), 0, count(load / 4, sampleUnits.force),
  ]);
}

function cubeSurface(): Description["surfaces"][number] {
  const h = edge / 2;
  const vertices = new Float32Array([-h, -h, -h, h, -h, -h, h, h, -h, -h, h, -h, -h, -h, h, h, -h, h, h, h, h, -h, h, h]);
  const triangles = new Uint32Array([0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7]);
  return { vertices: base64OfBytes(new Uint8Array(vertices.buffer)), triangles: base64OfBytes(new Uint8Array(triangles.buffer)), smooth: false };
}
