import { Color, DirectionalLight, HemisphereLight, PCFShadowMap, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { ViewerError } from "../base/error";
import type { Vec3 } from "../base/vector";
import type { Palette } from "./palette";
import { chooseQuality, rendererName, type Quality } from "./quality";

/// A box to look at.
export interface Room {
  centre: Vec3;
  half: Vec3; // half of its edges [m]
  radius: number; // of the sphere around it [m]
}

/// Renderer, camera and light. Draws only when something asked for it.
export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(32, 1, 0.01, 100);
  readonly controls: OrbitControls;
  readonly renderer: WebGLRenderer;
  framesDrawn = 0;
  private readonly quality: Quality;
  private readonly sky = new HemisphereLight(0xffffff, 0x888888, 1.5);
  private readonly sun = new DirectionalLight(0xfff4e6, 2.4);
  private readonly fill = new DirectionalLight(0xcfe0ff, 0.5);
  private waiting = false;
  private fitted: Room | null = null; // what the picture was fitted to, until somebody moves the camera
  private readonly beforeDraw: (() => void)[] = [];

  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly room: Room,
  ) {
    const drawer = rendererName();
    this.quality = chooseQuality(location.search, drawer ?? "");
    try {
      if (drawer === null) throw new Error("no WebGL");
      this.renderer = new WebGLRenderer({ canvas, antialias: this.quality.antialias, powerPreference: "high-performance" });
    } catch {
      throw new ViewerError("This browser cannot draw in 3D: WebGL 2 is switched off or missing. Allow hardware acceleration in its settings, or use another browser.");
    }
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.scene.background = new Color();
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    this.controls.maxDistance = 40 * room.radius;
    this.controls.minDistance = 0.02 * room.radius;
    this.controls.addEventListener("change", () => this.invalidate());
    this.controls.addEventListener("start", () => (this.fitted = null));
    this.addLights();
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement!);
    this.resize();
    this.lookFrom([0.55, -1, 0.42]);
  }

  paint(palette: Palette, isDark: boolean): void {
    (this.scene.background as Color).set(palette.background);
    this.sky.intensity = isDark ? 1.1 : 1.7;
    this.sun.intensity = isDark ? 2.3 : 2.1;
    this.sky.groundColor.set(isDark ? 0x3c4048 : 0xb8b2a8);
    this.invalidate();
  }

  onBeforeDraw(callback: () => void): void {
    this.beforeDraw.push(callback);
  }

  /// Bodies have moved: their shadows too. Turning the camera moves none.
  moveShadows(): void {
    this.renderer.shadowMap.needsUpdate = true;
  }

  /// Asks for a new picture at the next refresh of the screen.
  invalidate(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  draw(): void {
    for (const callback of this.beforeDraw) callback();
    this.renderer.render(this.scene, this.camera);
    ++this.framesDrawn;
  }

  /// Looks at a box, the whole scene by default, from a direction; without one the direction stays.
  lookFrom(direction: Vec3 | null, room: Room = this.room): void {
    const back = direction ? new Vector3(...direction) : this.camera.position.clone().sub(this.controls.target);
    if (back.lengthSq() === 0) back.set(1, -1, 0.6);
    back.normalize();
    this.controls.target.set(...room.centre);
    this.camera.position.copy(this.controls.target).addScaledVector(back, 1.1 * this.distanceFor(room, back));
    this.controls.update();
    this.fitted = room;
    this.invalidate();
  }

  /// Brings a box into the middle of the picture, the direction stays: nearer until it fills a quarter of the picture, or back until it fits.
  goTo(room: Room): void {
    const back = this.camera.position.clone().sub(this.controls.target);
    const fits = 1.1 * this.distanceFor(room, back.clone().normalize());
    back.clampLength(fits, 4 * fits);
    this.fitted = null;
    this.controls.target.set(...room.centre);
    this.camera.position.copy(this.controls.target).add(back);
    this.controls.update();
    this.invalidate();
  }

  /// Moves back until a point is in the picture.
  keepInView(point: Vec3): void {
    const inside = (): boolean => {
      this.camera.updateMatrixWorld();
      const seen = new Vector3(...point).project(this.camera);
      return Math.max(Math.abs(seen.x), Math.abs(seen.y)) < 0.9 && seen.z < 1;
    };
    for (let tries = 0; tries < 40 && !inside(); ++tries) this.zoom(1.06);
  }

  /// The distance at which all corners of a box are in the picture.
  private distanceFor(room: Room, back: Vector3): number {
    const right = new Vector3().crossVectors(this.camera.up, back).normalize();
    const up = new Vector3().crossVectors(back, right);
    const slope = Math.tan((this.camera.fov * Math.PI) / 360);
    let distance = 0.05 * room.radius;
    for (let corner = 0; corner < 8; ++corner) {
      const at = new Vector3(...room.half.map((h, i) => (corner & (1 << i) ? h : -h)));
      const reach = Math.max(Math.abs(at.dot(up)) / slope, Math.abs(at.dot(right)) / (slope * this.camera.aspect));
      distance = Math.max(distance, at.dot(back) + reach);
    }
    return distance;
  }

  /// Turns the camera about its target [rad].
  turn(azimuth: number, elevation: number): void {
    this.fitted = null;
    const offset = this.camera.position.clone().sub(this.controls.target);
    offset.applyAxisAngle(new Vector3(0, 0, 1), azimuth);
    const side = new Vector3().crossVectors(this.camera.up, offset).normalize();
    const tilted = offset.clone().applyAxisAngle(side, -elevation);
    if (Math.abs(tilted.clone().normalize().z) < 0.995) offset.copy(tilted);
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
  }

  zoom(factor: number): void {
    this.fitted = null;
    const offset = this.camera.position.clone().sub(this.controls.target).multiplyScalar(factor);
    offset.clampLength(this.controls.minDistance, this.controls.maxDistance);
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
  }

  /// Size of a pixel at the camera's target [m].
  pixelSize(): number {
    const distance = this.camera.position.distanceTo(this.controls.target);
    return (2 * distance * Math.tan((this.camera.fov * Math.PI) / 360)) / Math.max(1, this.canvas.clientHeight);
  }

  screenshot(): Promise<Blob> {
    this.draw();
    return new Promise((resolve, reject) =>
      this.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new ViewerError("The picture could not be made."))), "image/png"),
    );
  }

  private addLights(): void {
    const { centre, radius } = this.room;
    this.sky.position.set(0, 0, 1);
    this.sun.position.set(centre[0] - 1.6 * radius, centre[1] - 1.9 * radius, centre[2] + 3.6 * radius);
    this.sun.target.position.set(...centre);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(this.quality.shadowPixels, this.quality.shadowPixels);
    this.sun.shadow.radius = this.quality.shadowBlur;
    const reach = 2 * radius;
    Object.assign(this.sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.1 * radius, far: 9 * radius });
    this.sun.shadow.normalBias = 0.004 * radius;
    this.sun.shadow.bias = -0.0004;
    this.fill.position.set(centre[0] + 2 * radius, centre[1] + radius, centre[2] + radius);
    this.fill.target.position.set(...centre);
    this.scene.add(this.sky, this.sun, this.sun.target, this.fill, this.fill.target);
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas.parentElement!;
    const [width, height] = [Math.max(1, clientWidth), Math.max(1, clientHeight)];
    this.renderer.setPixelRatio(Math.min(this.quality.pixelRatio, globalThis.devicePixelRatio || 1));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.near = 0.005 * this.room.radius;
    this.camera.far = 120 * this.room.radius;
    this.camera.updateProjectionMatrix();
    if (this.fitted) this.lookFrom(null, this.fitted);
    this.invalidate();
  }
}
