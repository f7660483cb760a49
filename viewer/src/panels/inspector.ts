import { quantity, significant } from "../base/format";
import { dot, length, scale, type Vec3 } from "../base/vector";
import type { Description } from "../recording/description";
import { contactForceOn, contactsOf, forceParts, leftOver } from "../recording/forces";
import type { Frame } from "../recording/frame";
import { button, element, section, setText } from "./dom";
import { stateName } from "./summary";

const shownContacts = 12;

/// The state of the selected body: what it is, where it is, what acts on it.
export class Inspector {
  readonly root: HTMLElement;
  private readonly title = element("h3");
  private readonly table = element("dl");
  private readonly contacts = element("ul", { class: "contacts" });
  private readonly values = new Map<string, HTMLElement>();
  private readonly hint = element("p", { class: "hint" }, "Click a body to inspect it.");
  private readonly content: HTMLElement;

  constructor(private readonly description: Description, private readonly select: (body: number) => void) {
    this.content = element("div", {}, element("div", { class: "row" }, this.title, button("×", "Select nothing (Esc)", () => select(-1), { class: "quiet" })), this.table, this.contacts);
    this.root = section("Body", this.hint, this.content);
  }

  update(frame: Frame, body: number, gravity: Vec3): void {
    const entry = this.description.bodies[body];
    this.hint.hidden = entry !== undefined;
    this.content.hidden = entry === undefined;
    if (!entry) return;
    setText(this.title, entry.name);
    const material = this.description.materials[entry.material];
    this.set("kind", [entry.fixed ? "fixed" : entry.scripted ? "moved by script" : "free", material ? `${material.name}, µ ${significant(material.friction)}` : ""].filter(Boolean).join(" · "));
    const present = frame.isPresent(body);
    if (!present) this.set("state", "not in the scene now");
    this.hide("state", present);
    this.set("mass", entry.mass > 0 ? `${significant(entry.mass, 4)} kg` : "");
    this.set("position", present && !entry.plane ? vector(frame.position(body), "m") : "");
    this.set("speed", present && !entry.fixed ? quantity(length(frame.velocity(body)), "m/s") : "");
    this.set("velocity", present && !entry.fixed ? vector(frame.velocity(body), "m/s") : "");
    this.set("turning", present && !entry.fixed ? quantity(length(frame.angularVelocity(body)), "rad/s") : "");
    this.set("weight", entry.mass > 0 ? quantity(entry.mass * length(gravity), "N") : "");
    const contact = contactForceOn(frame, body);
    this.set("contact force", quantity(length(contact), "N"));
    this.set("", length(contact) > 0 ? vector(contact, "N") : "");
    this.set("contacts + weight", entry.mass > 0 ? leftOverText(leftOver(frame, body, scale(gravity, entry.mass))) : "");
    this.listContacts(frame, body);
  }

  private listContacts(frame: Frame, body: number): void {
    const all = contactsOf(frame, body).sort((x, y) => dot(y.force, y.force) - dot(x.force, x.force));
    const rows = all.slice(0, shownContacts).map((contact) => {
      const other = contact.a === body ? contact.b : contact.a;
      const { normal, friction } = forceParts(contact);
      const row = button("", "Select the other body", () => this.select(other), { class: "load" });
      row.replaceChildren(
        element("i", { class: `dot ${stateName(contact.state)}` }),
        element("b", {}, quantity(length(normal), "N")),
        element("span", { class: "names" }, `${length(friction) > 0 ? `friction ${quantity(length(friction), "N")} · ` : ""}${this.description.bodies[other]?.name ?? other}`),
      );
      return element("li", {}, row);
    });
    if (all.length > shownContacts) rows.push(element("li", { class: "hint" }, `and ${all.length - shownContacts} more`));
    this.contacts.replaceChildren(...rows);
  }

  private set(name: string, value: string): void {
    let cell = this.values.get(name);
    if (!cell) {
      cell = element("dd");
      this.values.set(name, cell);
      this.table.append(element("dt", {}, name), cell);
    }
    setText(cell, value);
    this.hide(name, value === "");
  }

  private hide(name: string, hidden: boolean): void {
    const cell = this.values.get(name);
    if (!cell) return;
    cell.hidden = hidden;
    (cell.previousElementSibling as HTMLElement).hidden = hidden;
  }
}

/// What rounding alone can make is no force.
export function leftOverText({ force, rounding }: { force: number; rounding: number }): string {
  return force <= rounding ? `0 N within rounding (±${quantity(rounding, "N", 2)})` : quantity(force, "N");
}

/// A vector with as many decimals as its largest part needs for three digits.
export function vector(v: Vec3, unit: string): string {
  const largest = Math.max(...v.map(Math.abs));
  if (!(largest > 1e-9)) return `0 ${unit}`;
  const decimals = Math.min(9, Math.max(0, 2 - Math.floor(Math.log10(largest))));
  return `(${v.map((x) => (Number(x.toFixed(decimals)) || 0).toFixed(decimals)).join(", ")}) ${unit}`;
}
