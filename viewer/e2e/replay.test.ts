import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser, Page } from "playwright-core";
import { cubeWeight, sampleUnits, sliderAt, stackSample } from "../src/sample/stack";
import { builtPage, fileAddress, launch, open, sampleAddress, scratchFolder, type Misdeeds } from "./browser";

const cubes = 5;
const sample = stackSample({ cubes, frames: 200, framesPerChunk: 50 });
const folder = scratchFolder();
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe("a replay", () => {
  let page: Page;
  let misdeeds: Misdeeds;
  beforeAll(async () => {
    ({ page, misdeeds } = await open(browser, sampleAddress(folder, "stack.html", sample)));
  });
  const frame = () => page.evaluate(() => window.stiction!.frame()!);
  const seek = (time: number) => page.evaluate((t) => window.stiction!.seek(t), time);

  it("opens from disk at its first frame with contacts", async () => {
    expect(await page.evaluate(() => [window.stiction!.mode, window.stiction!.error()])).toEqual(["replay", null]);
    expect((await frame()).step).toBe(1);
    expect((await frame()).contacts.length).toBe(4 * (cubes + 1));
    await page.waitForFunction(() => window.stiction!.framesDrawn() > 0);
  });

  it("shows bodies where they are at given times", async () => {
    for (const time of [0.3, 1.2, 0.05, 1.99, 0.51]) {
      await seek(time);
      const { bodies, time: shown } = await frame();
      expect(shown).toBeCloseTo(time, 9);
      expect(Math.abs(bodies[cubes + 1]!.position[0] - sliderAt(time).x)).toBeLessThan(sampleUnits.position);
      for (let i = 1; i <= cubes; ++i) expect(bodies[i]!.position[2]).toBeCloseTo((i - 0.5) * 0.2, 5);
    }
  });

  it("draws arrows that sum to the weight of the stack", async () => {
    await seek(1.5);
    const { newtonsPerMetre, arrows } = await page.evaluate(() => window.stiction!.arrows());
    const onGroundLevel = arrows.filter((arrow) => arrow.from[2] === 0 && arrow.kind === "normal");
    expect(onGroundLevel.length).toBe(8);
    const sum = onGroundLevel.reduce((total, arrow) => total + arrow.reach[2] * newtonsPerMetre, 0);
    expect(Math.abs(sum - (cubes + 1) * cubeWeight)).toBeLessThan(0.01);
  });

  it("scrubs by its timeline and steps by keys", async () => {
    await page.locator("input.timeline").evaluate((slider: HTMLInputElement) => {
      slider.value = "0.75";
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await page.waitForFunction(() => window.stiction!.frame()!.time === 0.75);
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => window.stiction!.frame()!.step === 76);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => window.stiction!.frame()!.step === 74);
    await page.keyboard.press("End");
    await page.waitForFunction(() => window.stiction!.frame()!.step === 199);
    await page.keyboard.press("Home");
    await page.waitForFunction(() => window.stiction!.frame()!.step === 0);
  });

  it("plays to the end and stops there", async () => {
    await seek(1.5);
    await page.locator("select[title^=Speed]").selectOption("8");
    await page.keyboard.press("Space");
    await page.waitForFunction(() => window.stiction!.frame()!.step === 199);
    await page.waitForSelector("button[title^=Play] path[d^='M8 5']");
    const drawn = await page.evaluate(async () => {
      const settled = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await settled();
      const before = window.stiction!.framesDrawn();
      for (let i = 0; i < 10; ++i) await settled();
      return window.stiction!.framesDrawn() - before;
    });
    expect(drawn).toBe(0); // nothing is drawn when nothing changes
  });

  it("says what stands, what slides and where the load is", async () => {
    await seek(0.3);
    await page.waitForSelector("text=1 of 6 bodies moving, 5 at rest; 4 contacts slide.");
    await seek(1.5);
    await page.waitForSelector("text=All 6 bodies are at rest; nothing slides.");
    expect(await page.locator(".loads li").first().textContent()).toContain("942 Nground – cube 1");
  });

  it("selects the body under the mouse and shows its state", async () => {
    await seek(1.5);
    const [x, y] = await page.evaluate(() => window.stiction!.project([0, -0.1, 0.5]));
    await page.mouse.click(x, y);
    await page.waitForFunction(() => window.stiction!.selected() === 3);
    const text = await page.locator("aside").textContent();
    expect(text).toContain("cube 3");
    expect(text).toContain("19.20 kg");
    const arrows = await page.evaluate(() => window.stiction!.arrows().arrows);
    expect(arrows.every((arrow) => arrow.on === 3)).toBe(true);
    await page.keyboard.press("Escape");
    expect(await page.evaluate(() => window.stiction!.selected())).toBe(-1);
  });

  it("goes to the largest load, and to one that is clicked", async () => {
    await seek(1.5);
    const away = async (point: [number, number, number]): Promise<number> => {
      const [x, y] = await page.evaluate((p) => window.stiction!.project(p), point);
      const box = (await page.locator(".stage canvas").boundingBox())!;
      return Math.hypot(x - box.x - box.width / 2, y - box.y - box.height / 2);
    };
    expect(await away([0, 0, 0])).toBeGreaterThan(60);
    await page.keyboard.press("l");
    expect(await page.evaluate(() => window.stiction!.selected())).toBe(1);
    expect(await away([-0.1, -0.1, 0])).toBeLessThan(2);
    await page.locator(".loads button").nth(2).click();
    expect(await page.evaluate(() => window.stiction!.selected())).toBe(3);
    expect(await away([-0.1, -0.1, 0.4])).toBeLessThan(2);
    await page.keyboard.press("Escape");
    await page.keyboard.press("f");
  });

  it("seeks where a plot is pressed", async () => {
    const plot = page.locator(".plot .u-over").first();
    const box = (await plot.boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForFunction(() => Math.abs(window.stiction!.frame()!.time - 0.995) < 0.03);
  });

  it("turns, zooms and frames by keyboard, and lists its keys", async () => {
    const camera = () => page.evaluate(() => window.stiction!.camera());
    const start = await camera();
    await page.keyboard.press("Shift+ArrowLeft");
    await page.keyboard.press("+");
    expect(await camera()).not.toEqual(start);
    await page.keyboard.press("?");
    await page.waitForSelector("dialog[open] >> text=Keys and mouse");
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "hidden" });
  });

  it("saves pictures", async () => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("s")]);
    expect(download.suggestedFilename()).toMatch(/^sample-.*\.png$/);
  });

  it("asks nothing of the network and breaks none of its own rules", () => {
    expect(misdeeds).toEqual({ errors: [], requests: [] });
  });
});

describe("a replay on a phone", () => {
  it("has the slider on its own row, says what stands, and keeps tools and title apart", async () => {
    const { page } = await open(browser, sampleAddress(folder, "phone.html", sample), { width: 390, height: 844 });
    const box = async (selector: string) => (await page.locator(selector).first().boundingBox())!;
    const [slider, play, title, tools] = [await box("input.timeline"), await box(".transport .primary"), await box(".title"), await box(".tools")];
    expect(slider.y).toBeGreaterThanOrEqual(play.y + play.height);
    expect(slider.width).toBeGreaterThan(300);
    expect(title.x + title.width).toBeLessThanOrEqual(tools.x);
    expect(await page.locator(".now-section").isVisible()).toBe(true);
    expect(await page.locator(".loads").isVisible()).toBe(false);
    await page.locator("button[title^='Side panel']").click();
    expect(await page.locator(".loads").isVisible()).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    for (const corner of [[-1.3, -0.1, 0], [0.1, 0.1, 1], [0.1, -0.1, 0]] as [number, number, number][]) {
      const [x, y] = await page.evaluate((point) => window.stiction!.project(point), corner);
      const canvas = await box(".stage canvas");
      expect(x > 0 && x < 390 && y > canvas.y && y < canvas.y + canvas.height).toBe(true);
    }
    await page.context().close();
  });
});

describe("a damaged replay", () => {
  const message = async (name: string, change: (text: string) => string): Promise<string> => {
    const whole = sampleAddress(folder, "whole.html", sample);
    void whole;
    const text = change(readFileSync(`${folder}/whole.html`, "utf8"));
    const { page } = await open(browser, fileAddress(folder, name, text));
    const error = await page.evaluate(() => window.stiction!.error());
    expect((await page.locator("[role=alert]").first().innerText()).length).toBeGreaterThan(20);
    await page.context().close();
    return error ?? "";
  };

  it("says so when its description is broken", async () => {
    expect(await message("d1.html", (text) => text.replace('"format":1', '"format"'))).toContain("description");
  });
  it("says so when its first part is cut", async () => {
    expect(await message("d2.html", (text) => text.replace(/(class="stiction-chunk">.{400})[^<]*/, "$1"))).toContain("damaged");
  });
  it("says so when its figures are no base64", async () => {
    expect(await message("d3.html", (text) => text.replace(/id="stiction-figures">[^<]*/, 'id="stiction-figures">%%%'))).toContain("damaged");
  });
  it("says so when it is cut off before its program", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    sampleAddress(folder, "whole.html", sample);
    const text = readFileSync(`${folder}/whole.html`, "utf8");
    await page.goto(fileAddress(folder, "d5.html", text.slice(0, text.indexOf('class="stiction-chunk"') + 500)));
    await page.waitForSelector("text=This page does not open", { state: "visible" });
    expect(await page.locator("main").innerText()).toContain("incomplete");
    await context.close();
  });
  it("says so when it holds no recording", async () => {
    const { page } = await open(browser, fileAddress(folder, "d4.html", builtPage()));
    expect(await page.evaluate(() => window.stiction!.error())).toContain("no recording");
    await page.context().close();
  });
});
