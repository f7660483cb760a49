import { normalised, type Quat, type Vec3 } from "../base/vector";
import type { Chunk } from "./chunk";
import type { Units } from "./description";
import { bodyWords, contactWords, type ContactState, type FigureName } from "./layout";

/// One moment of a chunk.
export class Frame {
  constructor(
    readonly chunk: Chunk,
    readonly index: number,
    readonly units: Units,
  ) {}

  get time(): number {
    return this.chunk.time[this.index]!;
  }
  get step(): number {
    return this.chunk.step[this.index]!;
  }
  /// Number in the recording.
  get number(): number {
    return this.chunk.head.first + this.index;
  }
  get bodyCount(): number {
    return this.chunk.head.bodies;
  }
  get contactCount(): number {
    return this.chunk.contactBegin[this.index + 1]! - this.chunk.contactBegin[this.index]!;
  }
  figure(name: FigureName): number {
    return this.chunk.figures[name][this.index]!;
  }
  isPresent(body: number): boolean {
    return this.chunk.present[body * this.chunk.head.frames + this.index] === 1;
  }
  /// World coordinates of the body's origin [m].
  position(body: number): Vec3 {
    return this.bodyVector(body, 0, this.units.position);
  }
  rotation(body: number): Quat {
    const { bodies } = this.chunk;
    const at = this.bodyAt(body) + 3;
    return normalised(bodies[at]!, bodies[at + 1]!, bodies[at + 2]!, bodies[at + 3]!);
  }
  /// Of the centre of mass [m/s].
  velocity(body: number): Vec3 {
    return this.bodyVector(body, 7, this.units.velocity);
  }
  angularVelocity(body: number): Vec3 {
    return this.bodyVector(body, 10, this.units.angular_velocity);
  }
  contact(index: number): Contact {
    return new Contact(this, index, (this.chunk.contactBegin[this.index]! + index) * contactWords);
  }
  /// The words of all contacts of the frame, 13 each, for loops over many: see `contactWords`.
  contactRows(): Int32Array {
    const { contacts, contactBegin } = this.chunk;
    return contacts.subarray(contactBegin[this.index]! * contactWords, contactBegin[this.index + 1]! * contactWords);
  }
  *contacts(): Generator<Contact> {
    for (let i = 0; i < this.contactCount; ++i) yield this.contact(i);
  }
  /// Coordinate of a deforming vertex in its body's own coordinates [m].
  vertexCoordinate(vertex: number, axis: number): number {
    return this.chunk.vertices[(this.index * this.chunk.head.vertices + vertex) * 3 + axis]! * this.units.position;
  }

  private bodyAt(body: number): number {
    return (this.index * this.bodyCount + body) * bodyWords;
  }
  private bodyVector(body: number, word: number, unit: number): Vec3 {
    const at = this.bodyAt(body) + word;
    const { bodies } = this.chunk;
    return [bodies[at]! * unit, bodies[at + 1]! * unit, bodies[at + 2]! * unit];
  }
}

/// A contact of a frame. The normal points from body a to body b; the force acts on b, its opposite on a.
export class Contact {
  constructor(
    private readonly frame: Frame,
    readonly index: number,
    private readonly at: number,
  ) {}

  get a(): number {
    return this.word(0);
  }
  get b(): number {
    return this.word(1);
  }
  get state(): ContactState {
    return this.word(2) as ContactState;
  }
  get point(): Vec3 {
    return this.vector(3, this.frame.units.position);
  }
  get normal(): Vec3 {
    return this.vector(6, this.frame.units.normal);
  }
  get gap(): number {
    return this.word(9) * this.frame.units.gap;
  }
  get force(): Vec3 {
    return this.vector(10, this.frame.units.force);
  }

  private word(offset: number): number {
    return this.frame.chunk.contacts[this.at + offset]!;
  }
  private vector(offset: number, unit: number): Vec3 {
    return [this.word(offset) * unit, this.word(offset + 1) * unit, this.word(offset + 2) * unit];
  }
}

/// What is drawn: a frame, and how far it has gone on towards the next one (0 to 1).
export interface Moment {
  frame: Frame;
  next: Frame | null;
  fraction: number;
}

export const momentTime = ({ frame, next, fraction }: Moment): number => (next ? frame.time + fraction * (next.time - frame.time) : frame.time);

export function poseAt(moment: Moment, body: number): { position: Vec3; rotation: Quat } {
  const p = poseInto(moment, body, new Float64Array(poseNumbers));
  return { position: [p[0]!, p[1]!, p[2]!], rotation: [p[3]!, p[4]!, p[5]!, p[6]!] };
}

export const poseNumbers = 7; // position [m], rotation (w, x, y, z)

/// The same into an array of seven numbers: for all bodies of every picture, nothing is left to collect.
export function poseInto({ frame, next, fraction }: Moment, body: number, out: Float64Array): Float64Array {
  const { bodies } = frame.chunk;
  const at = (frame.index * frame.bodyCount + body) * bodyWords;
  for (let i = 0; i < poseNumbers; ++i) out[i] = bodies[at + i]!;
  normaliseRotation(out);
  if (next && fraction !== 0 && next.isPresent(body)) mix(next, body, fraction, out);
  for (let i = 0; i < 3; ++i) out[i]! *= frame.units.position;
  return out;
}

/// From `out`, whose position is in counts, towards the pose of the next frame.
function mix(next: Frame, body: number, fraction: number, out: Float64Array): void {
  const { bodies } = next.chunk;
  const at = (next.index * next.bodyCount + body) * bodyWords;
  for (let i = 0; i < 3; ++i) out[i]! += fraction * (bodies[at + i]! - out[i]!);
  let along = 0;
  let square = 0;
  for (let i = 3; i < poseNumbers; ++i) {
    along += out[i]! * bodies[at + i]!;
    square += bodies[at + i]! * bodies[at + i]!;
  }
  const share = square > 0 ? (along < 0 ? -fraction : fraction) / Math.sqrt(square) : 0; // along the shorter way
  for (let i = 3; i < poseNumbers; ++i) out[i] = (1 - fraction) * out[i]! + share * bodies[at + i]!;
  normaliseRotation(out);
}

function normaliseRotation(pose: Float64Array): void {
  const norm = Math.sqrt(pose[3]! ** 2 + pose[4]! ** 2 + pose[5]! ** 2 + pose[6]! ** 2);
  if (norm > 0) for (let i = 3; i < poseNumbers; ++i) pose[i]! /= norm;
  else pose[3] = 1;
}
