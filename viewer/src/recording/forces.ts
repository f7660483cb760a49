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

/// The contacts with the largest forces, largest first.
export function largestContacts(frame: Frame, count: number): Contact[] {
  const largest: { contact: Contact; force: number }[] = [];
  for (const contact of frame.contacts()) {
    const force = length(contact.force);
    if (force <= 0 || (largest.length === count && force <= largest[count - 1]!.force)) continue;
    largest.push({ contact, force });
    largest.sort((x, y) => y.force - x.force);
    if (largest.length > count) largest.pop();
  }
  return largest.map((entry) => entry.contact);
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
