import { BatchedMesh, BufferAttribute, BufferGeometry, Color, Group, Matrix4, Mesh, MeshLambertMaterial, Quaternion, Vector3 } from "three";
import { decodeSurface, type Description } from "../recording/description";
import { poseInto, poseNumbers, type Frame, type Moment } from "../recording/frame";
import { bodyMaterial } from "./body_material";
import { surfaceGeometry } from "./surface_geometry";

/// All bodies with a surface: rigid ones in one batch, deforming ones each with vertices of its own.
export class Bodies {
  readonly group = new Group();
  private readonly batch: BatchedMesh | null;
  private readonly instanceOf = new Map<number, number>(); // body -> instance
  private readonly bodyOf: number[] = []; // instance -> body
  private readonly soft: { body: number; first: number; count: number; mesh: Mesh<BufferGeometry, MeshLambertMaterial> }[] = [];
  private readonly geometries = new Map<number, BufferGeometry>(); // surface -> geometry
  private readonly matrix = new Matrix4();
  private readonly one = new Vector3(1, 1, 1);
  private readonly pose = new Float64Array(poseNumbers);
  private readonly position = new Vector3();
  private readonly rotation = new Quaternion();

  constructor(private readonly description: Description) {
    const rigid = description.bodies.flatMap((body, index) => (body.surface >= 0 && !body.deforming ? [index] : []));
    this.batch = rigid.length > 0 ? this.makeBatch(rigid) : null;
    if (this.batch) this.group.add(this.batch);
    let first = 0;
    description.bodies.forEach((body, index) => {
      const count = body.deforming ?? 0;
      if (count > 0 && body.surface >= 0) this.addSoft(index, first, count);
      first += count;
    });
  }

  /// Puts every body where it is at the moment.
  place(moment: Moment): void {
    for (const [body, instance] of this.instanceOf) {
      const present = moment.frame.isPresent(body);
      this.batch!.setVisibleAt(instance, present);
      if (present) this.batch!.setMatrixAt(instance, this.matrixOf(moment, body));
    }
    for (const { body, first, count, mesh } of this.soft) {
      mesh.visible = moment.frame.isPresent(body);
      if (!mesh.visible) continue;
      mesh.matrix.copy(this.matrixOf(moment, body));
      deform(mesh.geometry, moment.frame, first, count);
    }
  }

  /// Pose of a body at a moment; the matrix is used again by the next call.
  matrixOf(moment: Moment, body: number): Matrix4 {
    const pose = poseInto(moment, body, this.pose);
    this.position.set(pose[0]!, pose[1]!, pose[2]!);
    this.rotation.set(pose[4]!, pose[5]!, pose[6]!, pose[3]!);
    return this.matrix.compose(this.position, this.rotation, this.one);
  }

  paint(colourOf: (body: number, out: Color) => Color): void {
    const colour = new Color();
    for (const [body, instance] of this.instanceOf) this.batch!.setColorAt(instance, colourOf(body, colour));
    for (const { body, mesh } of this.soft) mesh.material.color.copy(colourOf(body, colour));
  }

  /// See-through bodies let forces inside be seen.
  setOpacity(opacity: number): void {
    const materials = [...(this.batch ? [this.batch.material as MeshLambertMaterial] : []), ...this.soft.map(({ mesh }) => mesh.material)];
    for (const material of materials) {
      if (material.transparent !== opacity < 1) material.needsUpdate = true;
      material.transparent = opacity < 1;
      material.opacity = opacity;
      material.depthWrite = opacity === 1;
    }
  }

  /// The body that an object of the drawing belongs to.
  bodyAt(object: unknown, instance: number | undefined): number {
    if (object === this.batch && instance !== undefined) return this.bodyOf[instance] ?? -1;
    return this.soft.find(({ mesh }) => mesh === object)?.body ?? -1;
  }

  /// Geometry of a body in its own coordinates.
  geometryOf(body: number): BufferGeometry | null {
    const deforming = this.soft.find((entry) => entry.body === body);
    if (deforming) return deforming.mesh.geometry;
    const surface = this.description.bodies[body]?.surface ?? -1;
    return surface >= 0 ? this.geometry(surface) : null;
  }

  private geometry(surface: number): BufferGeometry {
    let geometry = this.geometries.get(surface);
    if (!geometry) {
      geometry = surfaceGeometry(decodeSurface(this.description.surfaces[surface]!));
      this.geometries.set(surface, geometry);
    }
    return geometry;
  }

  private makeBatch(bodies: number[]): BatchedMesh {
    const surfaces = [...new Set(bodies.map((body) => this.description.bodies[body]!.surface))];
    const size = (read: (geometry: BufferGeometry) => number): number => surfaces.reduce((sum, surface) => sum + read(this.geometry(surface)), 0);
    const vertices = size((geometry) => geometry.getAttribute("position").count);
    const indices = size((geometry) => geometry.getIndex()!.count);
    const batch = new BatchedMesh(bodies.length, vertices, indices, bodyMaterial());
    batch.castShadow = batch.receiveShadow = true;
    batch.sortObjects = false;
    batch.frustumCulled = false;
    batch.perObjectFrustumCulled = false;
    const ids = new Map(surfaces.map((surface) => [surface, batch.addGeometry(this.geometry(surface))]));
    for (const body of bodies) {
      const instance = batch.addInstance(ids.get(this.description.bodies[body]!.surface)!);
      this.instanceOf.set(body, instance);
      this.bodyOf[instance] = body;
    }
    return batch;
  }

  private addSoft(body: number, first: number, count: number): void {
    const surface = decodeSurface(this.description.surfaces[this.description.bodies[body]!.surface]!);
    const geometry = surfaceGeometry({ ...surface, smooth: true });
    const mesh = new Mesh(geometry, bodyMaterial());
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.matrixAutoUpdate = false;
    mesh.frustumCulled = false;
    this.soft.push({ body, first, count, mesh });
    this.group.add(mesh);
  }
}

function deform(geometry: BufferGeometry, frame: Frame, first: number, count: number): void {
  const position = geometry.getAttribute("position") as BufferAttribute;
  const vertices = Math.min(count, position.count, frame.chunk.head.vertices - first);
  for (let v = 0; v < vertices; ++v)
    position.setXYZ(v, frame.vertexCoordinate(first + v, 0), frame.vertexCoordinate(first + v, 1), frame.vertexCoordinate(first + v, 2));
  position.needsUpdate = true;
  geometry.computeVertexNormals();
  geometry.computeBoundingSphere();
}
