import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Browser, Page } from "playwright-core";
import type { Description } from "../src/recording/description";
import { launch, open, scratchFolder, type Misdeeds } from "./browser";
import { describeProgram, run } from "./program";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

interface Row {
  step: number;
  time: number; // [s]
  body: string;
  values: number[]; // position [m], rotation wxyz, velocity [m/s], angular velocity [rad/s]
}

/// A run of the program: its replay, and the same recording as a table.
async function simulate(scene: string, ...words: string[]): Promise<{ address: string; rows: Row[]; description: Description }> {
  const folder = join(scratchFolder(), scene);
  await run("run", scene, "--out", folder, "--quiet", ...words);
  await run("export", join(folder, "recording.stic"), "--format", "csv", "--out", join(folder, "bodies.csv"));
  const lines = readFileSync(join(folder, "bodies.csv"), "utf8").trim().split("\n").slice(1);
  const rows = lines.map((line) => line.split(",")).map(([step, time, body, ...values]) => ({ step: Number(step), time: Number(time), body: body!, values: values.map(Number) }));
  const replay = join(folder, "replay.html");
  const data = /id="stiction-description">([^<]*)</.exec(readFileSync(replay, "utf8"))![1]!;
  return { address: pathToFileURL(replay).href, rows, description: JSON.parse(data) as Description };
}

const shown = async (page: Page, time: number) => {
  await page.evaluate((t) => window.stiction!.seek(t), time);
  return page.evaluate(() => window.stiction!.frame()!);
};

/// Bodies are where the table has them, to half a count of the page's units, at times spread over the run.
async function expectPositions(page: Page, rows: Row[], { units }: Description): Promise<void> {
  const times = [...new Set(rows.map(({ time }) => time))];
  for (const share of [0, 0.13, 0.5, 0.77, 1]) {
    const time = times[Math.round(share * (times.length - 1))]!;
    const { bodies, step } = await shown(page, time);
    const there = rows.filter((row) => row.time === time);
    expect(step).toBe(there[0]!.step);
    expect(bodies.filter(({ present }) => present).length).toBe(there.length);
    for (const { body, values } of there) {
      const { position, rotation, velocity } = bodies.find(({ name }) => name === body)!;
      position.forEach((x, i) => expect(Math.abs(x - values[i]!)).toBeLessThanOrEqual(0.51 * units.position));
      rotation.forEach((q, i) => expect(Math.abs(q - values[3 + i]!)).toBeLessThanOrEqual(4 * units.rotation));
      velocity.forEach((v, i) => expect(Math.abs(v - values[7 + i]!)).toBeLessThanOrEqual(0.51 * units.velocity));
    }
  }
}

describeProgram("the replay of a stack", () => {
  const count = 6;
  const weight = count * 1000 * 9.81; // cubes of one cubic metre [N]
  let page: Page;
  let misdeeds: Misdeeds;
  let rows: Row[];
  let description: Description;
  beforeAll(async () => {
    const made = await simulate("stack", "--set", `count=${count}`, "--duration", "2");
    ({ rows, description } = made);
    ({ page, misdeeds } = await open(browser, made.address));
  });

  it("opens from disk", async () => {
    expect(await page.evaluate(() => [window.stiction!.mode, window.stiction!.error()])).toEqual(["replay", null]);
    expect(await page.title()).toContain("stack");
    expect(Math.abs(description.weight / weight - 1)).toBeLessThan(1e-9);
  });

  it("shows bodies where the exported table has them", () => expectPositions(page, rows, description));

  it("shows forces on the ground that sum to the weight of the stack", async () => {
    const { contacts, bodies } = await shown(page, 1);
    const ground = bodies.findIndex(({ name }) => name === "ground");
    const carried = [0, 0, 0];
    for (const { a, b, force } of contacts)
      if (a === ground || b === ground) force.forEach((f, i) => (carried[i]! += a === ground ? f : -f));
    expect(Math.abs(carried[2]! / weight - 1)).toBeLessThan(1e-3);
    expect(Math.hypot(carried[0]!, carried[1]!)).toBeLessThan(1e-3 * weight);
  });

  it("draws them as arrows of the same sum, and says so in words", async () => {
    const { newtonsPerMetre, arrows } = await page.evaluate(() => window.stiction!.arrows());
    const onGround = arrows.filter(({ from, kind }) => kind === "normal" && Math.abs(from[2]) < 1e-6);
    expect(onGround.length).toBe(4);
    expect(Math.abs(onGround.reduce((sum, { reach }) => sum + reach[2] * newtonsPerMetre, 0) / weight - 1)).toBeLessThan(1e-3);
    await page.waitForSelector(`text=All ${count} bodies are at rest; nothing slides.`);
  });

  it("scrubs with its timeline, by mouse", async () => {
    const box = (await page.locator("input.timeline").boundingBox())!;
    const at = (share: number): [number, number] => [box.x + share * box.width, box.y + box.height / 2];
    await page.mouse.move(...at(0.25));
    await page.mouse.down();
    await page.mouse.move(...at(0.75), { steps: 5 });
    await page.mouse.up();
    await page.waitForFunction(() => Math.abs(window.stiction!.frame()!.time - 1.5) < 0.03);
  });

  it("asks nothing of the network and breaks none of its own rules", () => expect(misdeeds).toEqual({ errors: [], requests: [] }));
});

describeProgram("the replay of moving bodies", () => {
  it("shows rocks, spheres and boxes that fall where the exported table has them", async () => {
    const { address, rows, description } = await simulate("pile", "--set", "count=12", "--duration", "1.5");
    const { page, misdeeds } = await open(browser, address);
    await expectPositions(page, rows, description);
    expect(await page.evaluate(() => window.stiction!.error())).toBeNull();
    expect(misdeeds).toEqual({ errors: [], requests: [] });
    await page.context().close();
  });

  it("shows a house of thin cards", async () => {
    const { address, rows, description } = await simulate("card-house", "--set", "levels=3", "--duration", "0.3");
    const { page, misdeeds } = await open(browser, address);
    await expectPositions(page, rows, description);
    await page.waitForSelector("text=/All 15 bodies are at rest/");
    expect(misdeeds).toEqual({ errors: [], requests: [] });
    await page.context().close();
  });
});
