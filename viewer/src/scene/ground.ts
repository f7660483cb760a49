import { CircleGeometry, Color, Group, Mesh, MeshLambertMaterial, Quaternion, Vector3, type WebGLProgramParametersWithUniforms } from "three";
import { dot, type Vec3 } from "../base/vector";
import type { Description } from "../recording/description";
import type { Palette } from "./palette";

/// Planes as large discs with a grid that fades into the background. From behind they are not seen.
export class Ground {
  readonly group = new Group();
  readonly cell: number; // of the grid [m]
  private readonly grid = { value: new Color() };

  constructor(description: Description, centre: Vec3, size: number) {
    this.cell = roundCell(size / 8);
    description.bodies.forEach((body, index) => {
      if (!body.plane) return;
      const mesh = this.disc(body.plane.normal, body.plane.offset, centre, size);
      mesh.userData["body"] = index;
      this.group.add(mesh);
    });
    if (this.group.children.length === 0) this.addGrid(description.extent.min[2], centre, size);
  }

  /// Where a scene has no plane, a faint grid under it shows shadows and distances. It is no body.
  private addGrid(height: number, centre: Vec3, size: number): void {
    const mesh = this.disc([0, 0, 1], height, centre, size);
    (mesh.material as MeshLambertMaterial).opacity = 0.5;
    mesh.userData["body"] = -1;
    this.group.add(mesh);
  }

  paint(palette: Palette): void {
    this.grid.value.set(palette.grid);
    for (const mesh of this.group.children) ((mesh as Mesh).material as MeshLambertMaterial).color.set(palette.ground);
  }

  private disc(normal: Vec3, offset: number, centre: Vec3, size: number): Mesh {
    const norm = Math.hypot(...normal) || 1;
    const up = new Vector3(...normal).divideScalar(norm);
    const height = (dot(normal, centre) - offset) / norm;
    const level = up.z > 0.999;
    const radius = size * (level ? 9 : 2.2);
    const material = new MeshLambertMaterial({ transparent: true });
    material.onBeforeCompile = (shader) => drawGrid(shader, this.grid, this.cell, radius);
    material.customProgramCacheKey = () => `grid ${this.cell} ${radius}`;
    const mesh = new Mesh(new CircleGeometry(radius, 96), material);
    mesh.quaternion.copy(level ? new Quaternion() : new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), up));
    const foot = new Vector3(...centre).addScaledVector(up, -height);
    if (level) foot.set(Math.round(foot.x / this.cell) * this.cell, Math.round(foot.y / this.cell) * this.cell, foot.z);
    mesh.position.copy(foot);
    mesh.receiveShadow = true;
    mesh.renderOrder = -1;
    return mesh;
  }
}

/// The nearest of 1, 2, 5 times a power of ten.
export function roundCell(size: number): number {
  if (!(size > 0) || !Number.isFinite(size)) return 1;
  const power = 10 ** Math.floor(Math.log10(size));
  const lead = size / power;
  return (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10) * power;
}

function drawGrid(shader: WebGLProgramParametersWithUniforms, grid: { value: Color }, cell: number, radius: number): void {
  shader.uniforms["gridColour"] = grid;
  shader.vertexShader = shader.vertexShader
    .replace("#include <common>", "#include <common>\nvarying vec2 vPlane;")
    .replace("#include <begin_vertex>", "#include <begin_vertex>\nvPlane = position.xy;");
  shader.fragmentShader = shader.fragmentShader
    .replace(
      "#include <common>",
      `#include <common>
      varying vec2 vPlane;
      uniform vec3 gridColour;
      float gridLine(float size) {
        vec2 at = vPlane / size;
        vec2 width = fwidth(at);
        vec2 line = 1.0 - smoothstep(vec2(0.0), 1.2 * width, abs(fract(at - 0.5) - 0.5));
        return max(line.x, line.y) * (1.0 - smoothstep(0.1, 0.5, max(width.x, width.y)));
      }`,
    )
    .replace(
      "#include <color_fragment>",
      `#include <color_fragment>
      float lines = max(0.45 * gridLine(${cell.toExponential()}), 0.9 * gridLine(${(5 * cell).toExponential()}));
      diffuseColor.rgb = mix(diffuseColor.rgb, gridColour, lines);
      diffuseColor.a *= 1.0 - smoothstep(0.25, 1.0, length(vPlane) / ${radius.toExponential()});`,
    );
}
