import { bytesOfBase64 } from "../base/base64";
import { ViewerError } from "../base/error";
import type { Vec3 } from "../base/vector";

/// What a page is told about a scene once: everything that does not move. SI units.
export interface Description {
  format: number;
  program: string;
  name: string;
  description: string;
  step: number; // [s]
  gravity: Vec3; // [m/s^2]
  solver: { name: string; tolerance: number };
  units: Units;
  materials: Material[];
  surfaces: { vertices: string; triangles: string; smooth: boolean }[];
  bodies: Body[];
  hands?: { body: number }[];
  stages: string[];
  extent: { min: Vec3; max: Vec3 };
  weight: number; // of all free bodies [N]
  chunks?: ChunkEntry[];
  frame_count?: number;
  live?: LiveAbilities;
}

/// What one count of a chunk's integers is.
export interface Units {
  position: number; // [m]
  rotation: number; // 1
  velocity: number; // [m/s]
  angular_velocity: number; // [rad/s]
  force: number; // [N]
  gap: number; // [m]
  normal: number; // 1
}

export interface Material {
  name: string;
  friction: number;
  density: number; // [kg/m^3]
}

export interface Body {
  name: string;
  fixed: boolean;
  scripted: boolean;
  material: number;
  mass: number; // [kg], 0 where fixed
  center_of_mass: Vec3; // own coordinates [m]
  surface: number; // -1: none
  deforming?: number; // surface vertices in every frame
  plane?: { normal: Vec3; offset: number };
}

export interface ChunkEntry {
  first: number; // frame
  frames: number;
  begin: number; // [s]
  end: number; // [s]
}

export interface LiveAbilities {
  solvers: string[];
  spares: Record<string, { count: number; size: number[] }>;
  rate_hz: number;
  can_record: boolean;
}

export interface Surface {
  vertices: Float32Array; // 3 a vertex [m]
  triangles: Uint32Array; // 3 a triangle
  smooth: boolean;
}

export function parseDescription(text: string): Description {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ViewerError("The description of the scene is damaged. Write the replay again.");
  }
  return checkDescription(value);
}

/// Refuses what the page could not show.
export function checkDescription(value: unknown): Description {
  const description = value as Description;
  if (typeof value !== "object" || value === null || typeof description.format !== "number")
    throw new ViewerError("The description of the scene is missing. Write the replay again.");
  if (description.format !== 1)
    throw new ViewerError(`This page reads format 1, the data has format ${description.format}. Use the page of the same version of Stiction.`);
  for (const key of ["units", "materials", "surfaces", "bodies", "stages", "extent"] as const)
    if (typeof description[key] !== "object" || description[key] === null)
      throw new ViewerError(`The description of the scene has no "${key}". Write the replay again.`);
  description.bodies.forEach((body, index) => {
    if (body.surface >= description.surfaces.length)
      throw new ViewerError(`Body ${index} ("${body.name}") has surface ${body.surface}, of ${description.surfaces.length}. Write the replay again.`);
  });
  return description;
}

export function decodeSurface(surface: Description["surfaces"][number]): Surface {
  const vertices = new Float32Array(whole(bytesOfBase64(surface.vertices), 12));
  const triangles = new Uint32Array(whole(bytesOfBase64(surface.triangles), 12));
  const count = vertices.length / 3;
  if (triangles.some((vertex) => vertex >= count)) throw new ViewerError("A surface of the scene is damaged. Write the replay again.");
  return { vertices, triangles, smooth: surface.smooth };
}

function whole(bytes: Uint8Array<ArrayBuffer>, size: number): ArrayBuffer {
  if (bytes.length % size !== 0) throw new ViewerError("A surface of the scene is damaged. Write the replay again.");
  return bytes.buffer;
}

export const isFree = (body: Body): boolean => !body.fixed && !body.scripted;
