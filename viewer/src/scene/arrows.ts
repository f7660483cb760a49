import { Color, DynamicDrawUsage, Float32BufferAttribute, GreaterDepth, Group, InstancedBufferAttribute, InstancedBufferGeometry, LessEqualDepth, Mesh, ShaderMaterial, Vector2, DoubleSide } from "three";
import type { Vec3 } from "../base/vector";

const vertexShader = `
  attribute vec3 corner; // along the arrow (0, 1), of the head (0: shaft, 1: head), sideways (-1 to 1)
  attribute vec3 from; attribute vec3 reach; attribute vec3 tint;
  uniform vec2 screen; uniform float pixels;
  varying vec3 vTint;
  varying float vSide;
  void main() {
    vTint = tint;
    vec3 a = (modelViewMatrix * vec4(from, 1.0)).xyz * 0.995;
    vec3 b = (modelViewMatrix * vec4(from + reach, 1.0)).xyz * 0.995;
    float near = -0.001;
    if (a.z > near && b.z > near) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
    if (a.z > near) a = mix(b, a, (near - b.z) / (a.z - b.z));
    if (b.z > near) b = mix(a, b, (near - a.z) / (b.z - a.z));
    vec4 ca = projectionMatrix * vec4(a, 1.0);
    vec4 cb = projectionMatrix * vec4(b, 1.0);
    vec3 na = ca.xyz / ca.w;
    vec3 nb = cb.xyz / cb.w;
    vec2 line = (nb.xy - na.xy) * 0.5 * screen;
    float size = length(line);
    vec2 along = size > 1e-3 ? line / size : vec2(0.0, 1.0);
    float head = min(4.6 * pixels, 0.55 * size);
    float width = corner.y > 0.5 ? 0.42 * head : 0.5 * min(pixels, 0.3 * size);
    float at = corner.x < 0.5 ? 0.0 : (corner.x < 1.5 ? size - head : size);
    vec3 place = mix(na, nb, size > 1e-3 ? at / size : 0.0);
    vec2 side = vec2(-along.y, along.x) * corner.z * width;
    gl_Position = vec4(place.xy + 2.0 * side / screen, place.z, 1.0);
  }`;
const fragmentShader = `
  uniform float opacity;
  varying vec3 vTint;
  void main() {
    gl_FragColor = vec4(vTint, opacity);
    #include <colorspace_fragment>
  }`;

/// Arrows in the world whose thickness is that of the screen; behind bodies they are faint.
export class Arrows {
  readonly group = new Group();
  readonly screen = { value: new Vector2(1, 1) }; // [pixels]
  private readonly geometry = new InstancedBufferGeometry();
  private readonly pixels = { value: 2.6 };
  private readonly arrays: Record<(typeof names)[number], Float32Array> = { from: new Float32Array(), reach: new Float32Array(), tint: new Float32Array() };
  private capacity = 0;
  private count = 0;

  private readonly behind: { value: number };

  constructor(behindOpacity = 0.3) {
    this.behind = { value: behindOpacity };
    this.geometry.setAttribute("corner", new Float32BufferAttribute([0, 0, -1, 0, 0, 1, 1, 0, -1, 1, 0, 1, 1, 1, -1, 1, 1, 1, 2, 1, 0], 3));
    this.geometry.setAttribute("position", this.geometry.getAttribute("corner")); // three.js counts vertices by it
    this.geometry.setIndex([0, 2, 1, 1, 2, 3, 4, 6, 5]);
    for (const behind of [true, false]) {
      const material = new ShaderMaterial({
        vertexShader, fragmentShader, transparent: true, depthWrite: false, side: DoubleSide, depthFunc: behind ? GreaterDepth : LessEqualDepth,
        uniforms: { screen: this.screen, pixels: this.pixels, opacity: behind ? this.behind : { value: 1 } },
      });
      const mesh = new Mesh(this.geometry, material);
      mesh.frustumCulled = false;
      mesh.renderOrder = 3;
      this.group.add(mesh);
    }
    this.reserve(256);
  }

  get drawn(): number {
    return this.count;
  }

  /// Arrow number i as it is drawn.
  at(i: number): { from: Vec3; reach: Vec3 } {
    const part = (array: Float32Array): Vec3 => [array[3 * i]!, array[3 * i + 1]!, array[3 * i + 2]!];
    return { from: part(this.arrays.from), reach: part(this.arrays.reach) };
  }

  clear(): void {
    this.count = 0;
  }

  add(from: Vec3, reach: Vec3, colour: Color): void {
    if (!Number.isFinite(reach[0] + reach[1] + reach[2])) return;
    this.reserve(this.count + 1);
    const at = 3 * this.count++;
    const { from: f, reach: r, tint: t } = this.arrays;
    for (let i = 0; i < 3; ++i) {
      f[at + i] = from[i]!;
      r[at + i] = reach[i]!;
    }
    t[at] = colour.r;
    t[at + 1] = colour.g;
    t[at + 2] = colour.b;
  }

  /// Hands what was added to the graphics card.
  finish(): void {
    for (const name of names) this.attribute(name).needsUpdate = true;
    this.geometry.instanceCount = this.count;
    this.group.visible = this.count > 0;
  }

  /// How much of an arrow is seen through bodies, 0 to 1.
  setBehindOpacity(opacity: number): void {
    this.behind.value = opacity;
  }

  setPixels(pixels: number): void {
    this.pixels.value = pixels;
  }

  private attribute(name: (typeof names)[number]): InstancedBufferAttribute {
    return this.geometry.getAttribute(name) as InstancedBufferAttribute;
  }

  private reserve(count: number): void {
    if (count <= this.capacity) return;
    const capacity = Math.max(count, 2 * this.capacity);
    this.geometry.dispose();
    for (const name of names) {
      const grown = new InstancedBufferAttribute(new Float32Array(3 * capacity), 3);
      if (this.capacity > 0) grown.array.set(this.attribute(name).array);
      grown.setUsage(DynamicDrawUsage);
      this.geometry.setAttribute(name, grown);
      this.arrays[name] = grown.array as Float32Array;
    }
    this.capacity = capacity;
  }
}

const names = ["from", "reach", "tint"] as const;
