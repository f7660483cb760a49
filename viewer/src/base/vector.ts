/// Vectors of three numbers and unit quaternions (w, x, y, z) as plain arrays.
export type Vec3 = [number, number, number];
export type Quat = [number, number, number, number];

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec3, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a: Vec3): number => Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/// R(q) a
export function rotate(q: Quat, a: Vec3): Vec3 {
  const u: Vec3 = [q[1], q[2], q[3]];
  const t = scale(cross(u, a), 2);
  return add(add(a, scale(t, q[0])), cross(u, t));
}

export const conjugate = (q: Quat): Quat => [q[0], -q[1], -q[2], -q[3]];

/// The quaternion of length one in the same direction; none where there is no direction.
export function normalised(w: number, x: number, y: number, z: number): Quat {
  const norm = Math.sqrt(w * w + x * x + y * y + z * z);
  return norm > 0 ? [w / norm, x / norm, y / norm, z / norm] : [1, 0, 0, 0];
}
