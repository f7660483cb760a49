import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Browser, Page } from "playwright-core";
import type { Status } from "../src/live/protocol";
import { launch, open, type Misdeeds } from "./browser";
import { MockServer } from "./mock_server";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe("a live page", () => {
  const server = new MockServer();
  let page: Page;
  let misdeeds: Misdeeds;
  beforeAll(async () => {
    ({ page, misdeeds } = await open(browser, await server.start()));
    await page.waitForFunction(() => window.stiction!.status() !== null);
  });
  afterAll(() => server.stop());
  const last = (type: string) => server.commands.filter((command) => command["type"] === type).at(-1);
  const status = () => page.evaluate(() => window.stiction!.status() as Status);

  it("connects with its token and shows the simulation", async () => {
    expect(server.commands[0]).toEqual({ type: "hello", token: "mock" });
    expect(await page.evaluate(() => [window.stiction!.mode, window.stiction!.connected()])).toEqual(["live", true]);
  });

  it("steps, plays, pauses and resets", async () => {
    await page.evaluate(() => window.stiction!.step(10));
    await page.waitForFunction(() => window.stiction!.frame()!.step === 11);
    await page.keyboard.press("Space");
    await page.waitForFunction(() => (window.stiction!.status() as Status).playing);
    await page.keyboard.press("Space");
    await page.waitForFunction(() => !(window.stiction!.status() as Status).playing);
    await page.keyboard.press("Home");
    await page.waitForFunction(() => window.stiction!.frame()!.step === 1);
    await page.keyboard.press("]");
    await page.waitForFunction(() => (window.stiction!.status() as Status).speed === 2);
  });

  it("changes friction, gravity and the solver", async () => {
    const slide = (label: string, value: string) =>
      page.locator(`input[aria-label="${label}"]`).evaluate((slider: HTMLInputElement, v) => {
        slider.value = v;
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      }, value);
    await slide("Friction coefficient of stone", "0.25");
    await page.waitForFunction(() => (window.stiction!.status() as Status).materials[0]!.friction === 0.25);
    expect(last("friction")).toMatchObject({ material: "stone", value: 0.25 });
    await slide("Gravity [m/s²]", "1.62");
    await page.waitForFunction(() => (window.stiction!.status() as Status).gravity[2] === -1.62);
    await page.locator("select[title=Solver]").selectOption("pgs");
    await expect.poll(() => last("solver")).toMatchObject({ name: "pgs" });
  });

  it("drags a body in the plane of the camera and shows the force", async () => {
    const [x, y] = await page.evaluate(() => window.stiction!.project([0, -0.1, 0.7]));
    const before = await page.evaluate(() => window.stiction!.camera());
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y - 30, { steps: 4 });
    await expect.poll(() => last("move")).toBeDefined();
    const grab = last("grab")!;
    expect(grab["body"]).toBe(4);
    (grab["point"] as number[]).forEach((value, i) => expect(value).toBeCloseTo([0, -0.1, 0][i]!, 2));
    await page.waitForSelector("text=Pulling cube 4 with 50.0 N.");
    const target = last("move")!["point"] as [number, number, number];
    const seen = await page.evaluate((point) => window.stiction!.project(point), target);
    expect(Math.hypot(seen[0] - x - 40, seen[1] - y + 30)).toBeLessThan(1.5);
    await page.mouse.up();
    await expect.poll(() => last("release")).toBeDefined();
    expect(await page.evaluate(() => window.stiction!.camera())).toEqual(before); // the camera did not turn
  });

  it("drops and throws blocks", async () => {
    await page.locator("text=Drop a box").click();
    await expect.poll(() => last("drop")).toMatchObject({ shape: "box", velocity: [0, 0, 0] });
    const [x, y] = await page.evaluate(() => window.stiction!.project([0, -0.1, 0.3]));
    await page.keyboard.down("Control");
    await page.mouse.click(x, y);
    await page.keyboard.up("Control");
    await expect.poll(() => Math.hypot(...(last("drop")!["velocity"] as number[]))).toBeGreaterThan(1);
    const { position, velocity } = last("drop") as { position: number[]; velocity: number[] };
    const travel = (0.3 - position[2]!) / velocity[2]!;
    expect(position[0]! + travel * velocity[0]!).toBeCloseTo(0, 2);
  });

  it("saves a state and loads it again", async () => {
    await page.evaluate(() => window.stiction!.step(6));
    const step = (await page.evaluate(() => window.stiction!.frame()!)).step;
    await page.locator("text=Save the state").click();
    await page.waitForSelector("text=state 1, at");
    await page.keyboard.press("Home");
    await page.waitForFunction(() => window.stiction!.frame()!.step === 1);
    await page.locator("text=state 1, at").click();
    await page.waitForFunction((wanted) => window.stiction!.frame()!.step === wanted, step);
  });

  it("draws nothing while nothing changes, however often the server says so", async () => {
    await page.evaluate(() => window.stiction!.send({ type: "pause" }));
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const before = await page.evaluate(() => window.stiction!.framesDrawn());
    server.sendStatus();
    server.sendStatus();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await page.evaluate(() => window.stiction!.framesDrawn())).toBe(before);
  });

  it("tells why a command was refused", async () => {
    const error = await page.evaluate(() => window.stiction!.send({ type: "dance" }).catch((e: Error) => e.message));
    expect(error).toContain("dance");
  });

  it("is not thrown by nonsense from the server", async () => {
    for (const nonsense of ["", "{", '{"type": 3}', '{"type": "reply"}', "[1]"]) server.sendRaw(nonsense);
    await page.evaluate(() => window.stiction!.step(1));
    expect(await page.evaluate(() => window.stiction!.error())).toBeNull();
    server.sendRaw(new Uint8Array(60));
    await page.waitForFunction(() => window.stiction!.error()?.includes("damaged"));
    await page.evaluate(() => window.stiction!.step(1));
    expect(misdeeds.requests).toEqual([]);
  });

  it("says that the server is gone, and goes on when it is back", async () => {
    await server.stop();
    await page.waitForFunction(() => !window.stiction!.connected() && window.stiction!.error()?.includes("lost"));
    expect(await page.locator(".chips .chip").first().innerText()).toBe("not connected");
    await page.keyboard.press("Space");
    await page.waitForSelector("text=Nothing was sent: the simulation is not connected.");
    await page.locator("text=Save the state").click();
    expect(await page.locator("text=state 2, at").count()).toBe(0); // nothing was saved
    server.frame = 42;
    await server.start();
    await page.waitForFunction(() => window.stiction!.connected() && window.stiction!.frame()!.step === 42);
    expect(await page.evaluate(() => window.stiction!.error())).toBeNull();
    expect((await status()).type).toBe("status");
  });

  it("refuses a file that holds no state, and says which one does", async () => {
    await page.locator("input[type=file]").setInputFiles({ name: "arch.json", mimeType: "application/json", buffer: Buffer.from('{"stiction": 1}') });
    await page.waitForSelector("text=arch.json is JSON");
    expect(last("load")?.["state"]).not.toContain("stiction");
  });

  it("keeps what is dropped in view", async () => {
    for (let i = 0; i < 12; ++i) await page.keyboard.press("+");
    await page.locator("text=Drop a ball").click();
    await expect.poll(() => last("drop")).toMatchObject({ shape: "sphere" });
    const [x, y] = await page.evaluate((point) => window.stiction!.project(point), last("drop")!["position"] as [number, number, number]);
    const box = (await page.locator(".stage canvas").boundingBox())!;
    expect(x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height).toBe(true);
  });

  it("says when it is not let in, and does not go on knocking", async () => {
    server.refuseAll();
    await page.waitForFunction(() => window.stiction!.error()?.includes("wrong token"));
    expect(await page.evaluate(() => window.stiction!.error())).toContain("another run");
    expect(await page.locator(".chips .chip").first().innerText()).toBe("not connected");
    const knocks = server.commands.filter(({ type }) => type === "hello").length;
    await page.waitForTimeout(1500);
    expect(server.commands.filter(({ type }) => type === "hello").length).toBe(knocks);
  });
});

describe("a simulation that has not begun", () => {
  it("is shown", async () => {
    const server = new MockServer();
    server.frame = 0;
    const { page } = await open(browser, await server.start());
    await page.waitForFunction(() => window.stiction!.frame()?.step === 0);
    expect(await page.evaluate(() => window.stiction!.error())).toBeNull();
    await page.waitForSelector("text=Contacts appear with the first step: press play.");
    await server.stop();
    await page.context().close();
  });
});

describe("a recording of a server", () => {
  it("is fetched in parts where it is looked at", async () => {
    const server = new MockServer(true);
    const { page } = await open(browser, await server.start());
    await page.evaluate(() => window.stiction!.seek(1.7));
    expect(await page.evaluate(() => window.stiction!.frame()!.step)).toBe(170);
    expect(server.commands.filter((command) => command["type"] === "chunk").map((command) => command["index"])).toEqual([0, 3]);
    await server.stop();
    await page.context().close();
  });
});
