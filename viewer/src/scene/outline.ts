import { EdgesGeometry, LineBasicMaterial, LineSegments, type BufferGeometry, type Matrix4 } from "three";

/// The edges of the selected body, seen through everything.
export class Outline {
  readonly lines = new LineSegments(undefined, new LineBasicMaterial({ depthTest: false, transparent: true }));
  private of: BufferGeometry | null = null;

  constructor() {
    this.lines.matrixAutoUpdate = false;
    this.lines.frustumCulled = false;
    this.lines.renderOrder = 4;
    this.lines.visible = false;
  }

  paint(colour: string): void {
    this.lines.material.color.set(colour);
  }

  show(geometry: BufferGeometry | null, matrix: Matrix4 | null): void {
    this.lines.visible = geometry !== null && matrix !== null;
    if (!geometry || !matrix) return;
    if (geometry !== this.of) {
      this.lines.geometry.dispose();
      this.lines.geometry = new EdgesGeometry(geometry, 25);
      this.of = geometry;
    }
    this.lines.matrix.copy(matrix);
  }
}
