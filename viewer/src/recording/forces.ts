import { add, dot, length, scale, subtract, type Vec3 } from "../base/vector";
import { isFree, type Description } from "./description";
import type { Contact, Frame } from "./frame";
import { ContactState, contactWords } from "./layout";

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

const singlePrecision = 2 ** -24; // forces are recorded as such: half a unit in the last place

/// What is left over of contact forces and weight on a body, and how much of that the rounding of the recorded forces can make [N].
export function leftOver(frame: Frame, body: number, weight: Vec3): { force: number; rounding: number } {
  let sum = weight;
  let rounding = 0;
  for (const contact of contactsOf(frame, body)) {
    sum = contact.b === body ? add(sum, contact.force) : subtract(sum, contact.force);
    rounding += 0.5 * Math.sqrt(3) * frame.units.force + singlePrecision * length(contact.force);
  }
  return { force: length(sum), rounding };
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
  const rows = frame.contactRows();
  const places = new Map<number, number>(); // pair -> place in the lists below
  const first: number[] = []; // contact that named the pair's bodies
  const largest: number[] = []; // contact with the largest force
  const numbers: number[] = []; // for every pair: contacts, state, square of the largest force, force on b x y z, in counts
  for (let at = 0, i = 0; at < rows.length; at += contactWords, ++i) {
    const [a, b] = [rows[at]!, rows[at + 1]!];
    const key = a < b ? a * frame.bodyCount + b : b * frame.bodyCount + a;
    let place = places.get(key);
    if (place === undefined) {
      place = first.length;
      places.set(key, place);
      first.push(i);
      largest.push(i);
      numbers.push(0, 0, -1, 0, 0, 0);
    }
    const [x, y, z] = [rows[at + 10]!, rows[at + 11]!, rows[at + 12]!];
    const n = 6 * place;
    const sign = b === rows[first[place]! * contactWords + 1] ? 1 : -1;
    numbers[n]! += 1;
    numbers[n + 1] = Math.max(numbers[n + 1]!, rows[at + 2]!);
    const square = x * x + y * y + z * z;
    if (square > numbers[n + 2]!) {
      numbers[n + 2] = square;
      largest[place] = i;
    }
    numbers[n + 3]! += sign * x;
    numbers[n + 4]! += sign * y;
    numbers[n + 5]! += sign * z;
  }
  const squares = first.map((_, place) => numbers[6 * place + 3]! ** 2 + numbers[6 * place + 4]! ** 2 + numbers[6 * place + 5]! ** 2);
  const loaded = [...first.keys()].filter((place) => numbers[6 * place + 2]! > 0);
  const chosen = loaded.sort((p, q) => squares[q]! - squares[p]!).slice(0, count);
  return chosen.map((place) => {
    const { a, b } = frame.contact(first[place]!);
    const [contacts, state, , x, y, z] = numbers.slice(6 * place, 6 * place + 6) as [number, number, number, number, number, number];
    return { a, b, force: scale([x, y, z], frame.units.force), largest: frame.contact(largest[place]!), contacts, state: state as ContactState };
  });
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
  const rows = frame.contactRows();
  for (let at = 2; at < rows.length; at += contactWords) {
    if (rows[at] === ContactState.stick) ++summary.stick;
    else if (rows[at] === ContactState.slide) ++summary.slide;
    else ++summary.open;
  }
  return summary;
}
