import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { assemble } from "../page/one_page";
import { quantity, significant } from "../src/base/format";
import { History } from "../src/live/history";
import { vector } from "../src/panels/inspector";
import { scaleMark } from "../src/panels/view_panel";
import { checkDescription, decodeSurface, parseDescription } from "../src/recording/description";
import { decodeRaw, readHead } from "../src/recording/chunk";
import { Frame } from "../src/recording/frame";
import { headSize } from "../src/recording/layout";
import { encodeChunk } from "../src/sample/encode";
import { replayPage } from "../src/sample/replay_page";
import { describeStack, frameAt, sampleUnits, stackSample } from "../src/sample/stack";
import { roundCell } from "../src/scene/ground";
import { surfaceGeometry } from "../src/scene/surface_geometry";

const skeleton = `<head><!--STICTION-POLICY--><!--STICTION-STYLE--></head><body><!--STICTION-DATA--><!--STICTION-PROGRAM-->
<script type="module" src="/x.js"></script></body>`;

describe("the page", () => {
  it("allows exactly its own script and style", () => {
    const page = assemble(skeleton, 'const a = "</script><!--";', "b{c:d}");
    const script = /<script type="module">([^]*?)<\/script>/.exec(page)![1]!;
    const hash = createHash("sha256").update(script).digest("base64");
    expect(page).toContain(`script-src 'sha256-${hash}'`);
    expect(page).toContain("default-src 'none'");
    expect(page).not.toContain("unsafe");
    expect(script).not.toContain("<!--");
    expect(page).not.toContain("/x.js");
  });

  it("has one place for data, and data cannot break out of it", () => {
    expect(() => assemble(skeleton.replace("<!--STICTION-DATA-->", ""), "", "")).toThrow(/exactly once/);
    const sample = stackSample({ cubes: 1, frames: 2, framesPerChunk: 2 });
    sample.description.name = "</script><script>alert(1)</script>";
    expect(replayPage(assemble(skeleton, "", ""), sample)).not.toContain("alert(1)</script>");
  });
});

describe("a description", () => {
  it("that the page cannot show is refused with a sentence", () => {
    expect(() => parseDescription("{")).toThrow(/damaged/);
    expect(() => checkDescription(null)).toThrow(/missing/);
    expect(() => checkDescription({ format: 2 })).toThrow(/format 2/);
    expect(() => checkDescription({ ...describeStack(1), bodies: undefined })).toThrow(/"bodies"/);
    const wrong = describeStack(1);
    wrong.bodies[1]!.surface = 7;
    expect(() => checkDescription(wrong)).toThrow(/surface 7/);
  });

  it("refuses triangles of vertices that are not there", () => {
    const surface = describeStack(1).surfaces[0]!;
    expect(() => decodeSurface({ ...surface, vertices: surface.vertices.slice(0, 16) })).toThrow(/surface/);
  });
});

it("a cube shows its twelve edges, not the diagonals of its faces", () => {
  const geometry = surfaceGeometry(decodeSurface(describeStack(1).surfaces[0]!));
  const edge = geometry.getAttribute("edge").array;
  let shown = 0; // each edge is seen from two triangles
  for (let corner = 0; corner < edge.length / 3; corner += 3)
    for (let axis = 0; axis < 3; ++axis) if (edge[3 * (corner + ((axis + 1) % 3)) + axis] === 0) ++shown;
  expect(shown).toBe(24);
});

it("vectors are written with the same decimals for all parts", () => {
  expect(vector([1.23456, -1e-9, 0.5], "m")).toBe("(1.23, 0.00, 0.50) m");
  expect(vector([0, 0, -6642.3], "N")).toBe("(0, 0, -6642) N");
  expect(vector([0, 0, 0], "N")).toBe("0 N");
});

it("numbers are written for people", () => {
  expect(quantity(1234, "N")).toBe("1.23 kN");
  expect(quantity(0.00123, "m/s")).toBe("1.23 mm/s");
  expect(quantity(0, "N")).toBe("0 N");
  expect(quantity(999.96, "N")).toBe("1.00 kN");
  expect(quantity(NaN, "N")).toBe("—");
  expect(significant(0.00001234)).toBe("1.23e-5");
  expect(significant(12.345)).toBe("12.3");
});

it("round numbers are 1, 2 or 5 times a power of ten", () => {
  for (const [size, cell] of [[1, 1], [0.3, 0.2], [4, 5], [80, 100], [0, 1], [Infinity, 1]] as const) expect(roundCell(size)).toBeCloseTo(cell, 12);
});

it("the mark of the scale is between 40 and 100 pixels long and true", () => {
  for (let k = 0; k < 60; ++k) {
    const perPixel = 1.37 ** (k - 30);
    const { force, pixels } = scaleMark(perPixel / 0.002, 0.002);
    expect(pixels).toBeGreaterThanOrEqual(40 - 1e-9);
    expect(pixels).toBeLessThanOrEqual(100 + 1e-9);
    expect(force).toBeCloseTo(pixels * perPixel, 6);
  }
});

describe("the history of a live simulation", () => {
  const frame = (f: number): Frame => {
    const bytes = encodeChunk([frameAt(f, 2)], f);
    return new Frame(decodeRaw(readHead(bytes), bytes.subarray(headSize)), 0, sampleUnits);
  };

  it("forgets old frames and starts afresh after a reset", () => {
    const history = new History(10);
    for (let f = 0; f < 40; ++f) history.add(frame(f));
    expect(history.series.time.length).toBeLessThanOrEqual(13);
    expect(history.series.time[history.series.time.length - 1]).toBeCloseTo(0.39, 12);
    expect(history.series.figures.kinetic.length).toBe(history.series.time.length);
    history.add(frame(0));
    expect(history.series.time).toEqual([0]);
    history.add(frame(0));
    expect(history.series.time).toEqual([0]);
  });
});
