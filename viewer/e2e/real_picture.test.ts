import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { Color } from "three";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Browser, Page } from "playwright-core";
import type { Vec3 } from "../src/base/vector";
import { dark, light, materialColour } from "../src/scene/palette";
import { launch, open, scratchFolder } from "./browser";
import { brightness, hueOf, near, pixelsOf, rgbOf, type Pixels, type Rgb } from "./picture";
import { describeProgram, run } from "./program";

let browser: Browser;
let address: string;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const stack = async (): Promise<string> => {
  const folder = join(scratchFolder(), "stack");
  await run("run", "stack", "--set", "count=3", "--duration", "0.5", "--out", folder, "--quiet");
  return pathToFileURL(join(folder, "replay.html")).href;
};

describeProgram("the picture of a stack", () => {
  const size = { width: 1000, height: 640 };
  let page: Page;
  let bare: Pixels; // without arrows and points
  const place = (point: Vec3): Promise<[number, number]> => page.evaluate((p) => window.stiction!.project(p), point);
  const colourAt = async (pixels: Pixels, point: Vec3): Promise<Rgb> => pixels.median(...(await place(point)));
  beforeAll(async () => {
    address = await stack();
    ({ page } = await open(browser, address, size));
    await page.evaluate(() => window.stiction!.seek(0.4));
    await page.keyboard.press("n");
    await page.keyboard.press("t");
    await page.keyboard.press("p");
    bare = await pixelsOf(page);
  });
  afterAll(() => page.context().close());

  it("has bodies in the colours of their material where they are", async () => {
    for (const [body, height] of [[1, 0.5], [2, 1.5], [3, 2.5]] as const) {
      const wanted = new Color();
      materialColour("stone", 1, body, wanted);
      const { hue, saturation } = hueOf(await colourAt(bare, [0, -0.5, height])); // the middle of the face towards the camera
      const { h } = wanted.getHSL({ h: 0, s: 0, l: 0 });
      expect(Math.abs(hue - 360 * h), `body ${body}`).toBeLessThan(20);
      expect(saturation, `body ${body}`).toBeGreaterThan(0.03);
    }
  });

  it("has light from above, and a shadow on the ground away from it", async () => {
    const [top, front, side] = [await colourAt(bare, [0, 0, 3]), await colourAt(bare, [0, -0.5, 2.5]), await colourAt(bare, [0.5, 0, 2.5])];
    expect(brightness(top)).toBeGreaterThan(brightness(front));
    expect(brightness(front)).toBeGreaterThan(brightness(side)); // the sun is on the other side
    const [shadow, lit] = [await colourAt(bare, [0.75, 0.8, 0]), await colourAt(bare, [-1.3, -0.8, 0])];
    expect(brightness(shadow)).toBeLessThan(0.75 * brightness(lit));
  });

  it("has arrows of pressure when they are switched on, and none before", async () => {
    const arrows = (pixels: Pixels, [left, top]: [number, number], [right, bottom]: [number, number]): number => {
      const wanted = rgbOf(dark.normal);
      let count = 0;
      for (let y = Math.round(top); y <= bottom; ++y) for (let x = Math.round(left); x <= right; ++x) if (near(pixels.at(x, y), wanted, 24)) ++count;
      return count;
    };
    const [left, top] = await place([-0.7, -0.7, 3]);
    const [right, bottom] = await place([0.7, -0.7, 0]);
    expect(arrows(bare, [left, top], [right, bottom])).toBe(0);
    await page.keyboard.press("n");
    expect(arrows(await pixelsOf(page), [left, top], [right, bottom])).toBeGreaterThan(100);
  });

  it("shows contacts that stick in their colour", async () => {
    await page.keyboard.press("n"); // arrows would cover them
    await page.keyboard.press("p");
    const [x, y] = await place([-0.5, -0.5, 0]);
    expect(near((await pixelsOf(page)).median(x, y, 1), rgbOf(dark.stick), 40)).toBe(true);
  });

  it("is light on a light page, and nowhere blank", async () => {
    const other = await open(browser, address, size, false);
    const pixels = await pixelsOf(other.page);
    expect(near(pixels.at(30, 300), rgbOf(light.background), 40)).toBe(true);
    const [x, y] = await other.page.evaluate(() => window.stiction!.project([0, -0.5, 1.5]));
    const first = pixels.at(30, 300);
    expect(near(pixels.median(x, y), first, 30)).toBe(false);
    expect(pixels.count((colour) => near(colour, first, 3)) / (pixels.width * pixels.height)).toBeLessThan(0.8);
    await other.page.context().close();
  });
});
