/// Elements of the page, made in one line each. Text is always text, never markup.
type Attributes = Record<string, string | boolean | undefined>;

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  made.append(...children);
  return made;
}

export function button(label: string, title: string, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element("button", { type: "button", title, "aria-label": title, ...attributes }, label);
  made.addEventListener("click", onClick);
  return made;
}

/// A button with a drawn sign: an SVG path in a box of 24 x 24.
export function iconButton(path: string, title: string, onClick: () => void): HTMLButtonElement {
  const made = button("", title, onClick, { class: "icon" });
  setIcon(made, path);
  return made;
}

export function setIcon(of: HTMLButtonElement, path: string): void {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  of.replaceChildren(svg);
}

export function setText(of: Element, text: string): void {
  if (of.textContent !== text) of.textContent = text;
}

export function section(title: string, ...children: (Node | string)[]): HTMLElement {
  return element("section", {}, element("h2", {}, title), ...children);
}

export function checkbox(label: string, title: string, onChange: (on: boolean) => void): { row: HTMLLabelElement; input: HTMLInputElement } {
  const input = element("input", { type: "checkbox" });
  input.addEventListener("change", () => onChange(input.checked));
  return { row: element("label", { class: "check", title }, input, label), input };
}

export function choice<T extends string>(options: readonly (readonly [T, string])[], title: string, onChange: (value: T) => void): HTMLSelectElement {
  const made = element("select", { title, "aria-label": title }, ...options.map(([value, label]) => element("option", { value }, label)));
  made.addEventListener("change", () => onChange(made.value as T));
  return made;
}

/// Offers a file for saving.
export function download(name: string, blob: Blob): void {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export const icons = {
  play: "M8 5v14l11-7z",
  pause: "M7 5h4v14H7zM13 5h4v14h-4z",
  forward: "M6 5v14l8-7zM16 5h2.5v14H16z",
  back: "M18 5v14l-8-7zM5.5 5H8v14H5.5z",
  start: "M5 5h2.5v14H5zM19 5v14l-10-7z",
  reset: "M12 5a7 7 0 1 1-6.7 5h2.2A5 5 0 1 0 12 7v3L7.5 6 12 2z",
  camera: "M9 4 7.5 6H4a1.5 1.5 0 0 0-1.5 1.5v11A1.5 1.5 0 0 0 4 20h16a1.5 1.5 0 0 0 1.5-1.5v-11A1.5 1.5 0 0 0 20 6h-3.5L15 4zm3 5a4 4 0 1 1 0 8 4 4 0 0 1 0-8z",
  theme: "M12 3a9 9 0 1 0 0 18zm0 2v14a7 7 0 0 0 0-14z",
  frame: "M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z",
  help: "M11 17h2v2h-2zM12 4a5 5 0 0 0-5 5h2a3 3 0 1 1 4.4 2.6C12 12.5 11 13.2 11 15h2c0-1 .5-1.4 1.6-2.1A5 5 0 0 0 12 4z",
  plots: "M4 4h2v14h14v2H4zM8 15l3.5-5 3 3L19 6l1.6 1.2-5.9 8.9-3-3L9.6 16z",
  panel: "M4 5h16v14H4zm10 2v10h4V7z",
};
