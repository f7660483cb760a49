import { BufferGeometry, Color, DynamicDrawUsage, Float32BufferAttribute, GreaterDepth, Group, LessEqualDepth, Points, ShaderMaterial, type BufferAttribute } from "three";
import type { Frame } from "../recording/frame";
import { contactWords, type ContactState } from "../recording/layout";
import type { Palette } from "./palette";

const vertexShader = `
  attribute vec4 spot; // position, state
  uniform float pixels;
  varying float vState;
  void main() {
    vState = spot.w;
    vec4 view = modelViewMatrix * vec4(spot.xyz, 1.0);
    gl_Position = projectionMatrix * vec4(view.xyz * 0.996, 1.0); // a little nearer: points lie in the faces of bodies
    gl_PointSize = pixels * (spot.w < 0.5 ? 0.8 : 1.0);
  }`;
const fragmentShader = `
  uniform vec3 open; uniform vec3 stick; uniform vec3 slide; uniform vec3 rim; uniform float opacity;
  varying float vState;
  void main() {
    float r = 2.0 * length(gl_PointCoord - 0.5);
    if (r > 1.0 || (vState < 0.5 && r < 0.45)) discard; // open contacts are rings
    vec3 colour = vState < 0.5 ? open : (vState < 1.5 ? stick : slide);
    gl_FragColor = vec4(mix(colour, rim, smoothstep(0.68, 0.8, r) * (vState < 0.5 ? 0.0 : 1.0)), opacity);
    #include <colorspace_fragment>
  }`;

/// A spot at every contact, coloured by its state; behind bodies a faint one.
export class ContactPoints {
  readonly group = new Group();
  private readonly geometry = new BufferGeometry();
  private readonly colours = { open: { value: new Color() }, stick: { value: new Color() }, slide: { value: new Color() }, rim: { value: new Color() } };
  private readonly pixels = { value: 10 };
  private capacity = 0;

  constructor() {
    for (const behind of [true, false]) {
      const material = new ShaderMaterial({
        vertexShader, fragmentShader, transparent: true, depthWrite: false, depthFunc: behind ? GreaterDepth : LessEqualDepth,
        uniforms: { ...this.colours, pixels: this.pixels, opacity: { value: behind ? 0.28 : 1 } },
      });
      const points = new Points(this.geometry, material);
      points.frustumCulled = false;
      points.renderOrder = 2;
      this.group.add(points);
    }
    this.reserve(256);
  }

  paint(palette: Palette): void {
    this.colours.open.value.set(palette.open);
    this.colours.stick.value.set(palette.stick);
    this.colours.slide.value.set(palette.slide);
    this.colours.rim.value.set(palette.background);
  }

  setPixels(pixels: number): void {
    this.pixels.value = pixels;
  }

  show(frame: Frame, isShown: (state: ContactState) => boolean): void {
    this.reserve(frame.contactCount);
    const spots = this.geometry.getAttribute("spot") as BufferAttribute;
    const rows = frame.contactRows();
    const unit = frame.units.position;
    const shown = [0, 1, 2].map((state) => isShown(state as ContactState));
    let count = 0;
    for (let i = 0; i < rows.length; i += contactWords)
      if (shown[rows[i + 2]!]) spots.setXYZW(count++, rows[i + 3]! * unit, rows[i + 4]! * unit, rows[i + 5]! * unit, rows[i + 2]!);
    spots.needsUpdate = true;
    this.geometry.setDrawRange(0, count);
  }

  private reserve(count: number): void {
    if (count <= this.capacity) return;
    this.capacity = Math.max(count, 2 * this.capacity);
    this.geometry.dispose();
    const spots = new Float32BufferAttribute(new Float32Array(4 * this.capacity), 4);
    spots.setUsage(DynamicDrawUsage);
    this.geometry.setAttribute("spot", spots);
    this.geometry.setAttribute("position", spots); // three.js counts vertices by it
  }
}
