import { BufferAttribute, BufferGeometry } from "three";
import type { Surface } from "../recording/description";

/// Faces that meet at a smaller angle than this share no visible edge: its cosine.
const crease = Math.cos((25 * Math.PI) / 180);

/// A surface for drawing: position, normal, and `edge`, the distance to each of a triangle's edges that are to be seen (1: not to be seen).
export function surfaceGeometry(surface: Surface): BufferGeometry {
  return surface.smooth ? smoothGeometry(surface) : creasedGeometry(surface);
}

function smoothGeometry({ vertices, triangles }: Surface): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(vertices.slice(), 3));
  geometry.setIndex(new BufferAttribute(triangles.slice(), 1));
  geometry.computeVertexNormals();
  geometry.setAttribute("edge", new BufferAttribute(new Float32Array(vertices.length).fill(1), 3));
  return geometry;
}

function creasedGeometry(surface: Surface): BufferGeometry {
  const { vertices, triangles } = surface;
  const normals = faceNormals(surface);
  const sharp = sharpEdges(surface, normals);
  const position = new Float32Array(3 * triangles.length);
  const normal = new Float32Array(3 * triangles.length);
  const edge = new Float32Array(3 * triangles.length);
  for (let corner = 0; corner < triangles.length; ++corner) {
    const face = Math.floor(corner / 3);
    for (let axis = 0; axis < 3; ++axis) {
      position[3 * corner + axis] = vertices[3 * triangles[corner]! + axis]!;
      normal[3 * corner + axis] = normals[3 * face + axis]!;
      edge[3 * corner + axis] = sharp[3 * face + axis] && axis !== corner % 3 ? 0 : 1; // edge `axis` lies opposite to corner `axis`
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(position, 3));
  geometry.setAttribute("normal", new BufferAttribute(normal, 3));
  geometry.setAttribute("edge", new BufferAttribute(edge, 3));
  geometry.setIndex(new BufferAttribute(Uint32Array.from({ length: triangles.length }, (_, i) => i), 1));
  return geometry;
}

function faceNormals({ vertices, triangles }: Surface): Float32Array {
  const normals = new Float32Array(triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!];
    const u = [0, 1, 2].map((i) => vertices[b + i]! - vertices[a + i]!);
    const v = [0, 1, 2].map((i) => vertices[c + i]! - vertices[a + i]!);
    const n = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
    const norm = Math.hypot(...n) || 1;
    for (let i = 0; i < 3; ++i) normals[t + i] = n[i]! / norm;
  }
  return normals;
}

/// For every edge of every triangle, by the corner it lies opposite to: whether the faces there meet at an angle.
function sharpEdges({ vertices, triangles }: Surface, normals: Float32Array): Uint8Array {
  const sharp = new Uint8Array(triangles.length).fill(1);
  const waiting = new Map<string, number>();
  const key = (vertex: number): string => `${vertices[3 * vertex]},${vertices[3 * vertex + 1]},${vertices[3 * vertex + 2]}`;
  const keys = Array.from(triangles, key);
  for (let corner = 0; corner < triangles.length; ++corner) {
    const face = corner - (corner % 3);
    const ends = [keys[face + ((corner + 1) % 3)]!, keys[face + ((corner + 2) % 3)]!].sort().join(" ");
    const other = waiting.get(ends);
    if (other === undefined) {
      waiting.set(ends, corner);
      continue;
    }
    waiting.delete(ends);
    const otherFace = other - (other % 3);
    const cosine = [0, 1, 2].reduce((sum, i) => sum + normals[face + i]! * normals[otherFace + i]!, 0);
    if (cosine > crease) sharp[corner] = sharp[other] = 0;
  }
  return sharp;
}
