import { add, dot, length, scale, subtract, type Vec3 } from "../base/vector";
import { isFree, type Description } from "./description";
import type { Contact, Frame } from "./frame";
import { ContactState } from "./layout";

/// The force of a contact taken apart: along the normal (pressure) and in the tangent plane (friction). On body b [N].
export interface ForceParts {
  normal: Vec3;
  friction: Vec3;
}

export function forceParts(contact: Contact): ForceParts {
  const force = contact.force;
  const n = contact.normal;
  const square = dot(n, n);
  const normal = square > 0 ? scale(n, dot(force, n) / square) : ([0, 0, 0] as Vec3);
  return { normal, friction: subtract(force, normal) };
}

/// Sum of the contact forces on a body [N].
export function contactForceOn(frame: Frame, body: number): Vec3 {
  let sum: Vec3 = [0, 0, 0];
  for (const contact of frame.contacts()) {
    if (contact.b === body) sum = add(sum, contact.force);
    if (contact.a === body) sum = subtract(sum, contact.force);
  }
  return sum;
}

/// Load of every body [N]: half the sum of the normal forces on it. What stands in a column under the weight W carries W.
export function bodyLoads(frame: Frame, loads: Float64Array): Float64Array {
  loads.fill(0);
  for (const contact of frame.contacts()) {
    const pressure = 0.5 * length(forceParts(contact).normal);
    loads[contact.a]! += pressure;
    loads[contact.b]! += pressure;
  }
  return loads;
}

export function contactsOf(frame: Frame, body: number): Contact[] {
  return [...frame.contacts()].filter((contact) => contact.a === body || contact.b === body);
}

/// Two bodies that press on each other.
export interface PairLoad {
  a: number;
  b: number;
  force: Vec3; // on b, sum over the contacts of the pair [N]
  largest: Contact; // the contact with the largest force
  contacts: number;
  state: ContactState; // slide if any contact slides, else stick if any sticks
}

/// The pairs that transmit most, by the size of their force.
export function largestPairs(frame: Frame, count: number): PairLoad[] {
  const pairs = new Map<number, PairLoad>();
  for (let i = 0; i < frame.contactCount; ++i) {
    const contact = frame.contact(i);
    const { a, b } = contact;
    const key = a < b ? a * frame.bodyCount + b : b * frame.bodyCount + a;
    const pair = pairs.get(key);
    if (!pair) {
      pairs.set(key, { a, b, force: contact.force, largest: contact, contacts: 1, state: contact.state });
      continue;
    }
    pair.force = b === pair.b ? add(pair.force, contact.force) : subtract(pair.force, contact.force);
    pair.contacts += 1;
    pair.state = Math.max(pair.state, contact.state) as ContactState;
    if (length(contact.force) > length(pair.largest.force)) pair.largest = contact;
  }
  const loaded = [...pairs.values()].filter((pair) => length(pair.largest.force) > 0);
  return loaded.sort((x, y) => length(y.force) - length(x.force)).slice(0, count);
}

/// Below this speed a body counts as at rest [m/s].
export const restSpeed = 1e-3;

/// What stands, what moves, what sticks and what slides.
export interface Summary {
  bodies: number; // free and present
  moving: number;
  stick: number;
  slide: number;
  open: number;
}

export function summarise(frame: Frame, description: Description): Summary {
  const summary: Summary = { bodies: 0, moving: 0, stick: 0, slide: 0, open: 0 };
  description.bodies.forEach((body, index) => {
    if (!isFree(body) || !frame.isPresent(index)) return;
    ++summary.bodies;
    if (length(frame.velocity(index)) > restSpeed) ++summary.moving;
  });
  for (const contact of frame.contacts()) {
    if (contact.state === ContactState.stick) ++summary.stick;
    else if (contact.state === ContactState.slide) ++summary.slide;
    else ++summary.open;
  }
  return summary;
}
