import { afterAll, beforeAll, expect, it } from "vitest";
import type { Browser } from "playwright-core";
import type { Vec3 } from "../src/base/vector";
import type { Status } from "../src/live/protocol";
import { launch } from "./browser";
import { LivePage } from "./live_page";
import { describeProgram } from "./program";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describeProgram("a stack that is simulated live", () => {
  const count = 3;
  const mass = 1000; // of a cube [kg]
  let live: LivePage;
  let start: Vec3[];
  beforeAll(async () => {
    live = await LivePage.open(browser, "stack", "--set", `count=${count}`);
    start = (await live.frame()).bodies.map(({ position }) => position);
  });
  afterAll(() => live.close());

  it("connects, and waits to be played", async () => {
    expect(await live.page.evaluate(() => [window.stiction!.mode, window.stiction!.connected(), window.stiction!.error()])).toEqual(["live", true, null]);
    expect(await live.status()).toMatchObject({ playing: false, time: 0, clients: 1, stopped: null });
    expect((await live.frame()).bodies.filter(({ present }) => present).map(({ name }) => name)).toEqual(["ground", "box0", "box1", "box2"]);
  });

  it("plays, pauses, and takes single steps", async () => {
    await live.page.keyboard.press("Space");
    await live.page.waitForFunction(() => window.stiction!.frame()!.step > 20);
    await live.page.keyboard.press("Space");
    await live.page.waitForFunction(() => !(window.stiction!.status() as Status).playing);
    const { step } = await live.settled();
    for (const wanted of [step + 1, step + 2]) {
      await live.page.keyboard.press("ArrowRight");
      await live.page.waitForFunction((reached) => window.stiction!.frame()!.step > reached, wanted - 1);
      expect((await live.settled()).step).toBe(wanted);
    }
  });

  it("changes its speed", async () => {
    await live.page.keyboard.press("]");
    await live.page.waitForFunction(() => (window.stiction!.status() as Status).speed === 2);
    expect((await live.status()).timing.period_ms).toBeCloseTo(5, 9);
    await live.page.keyboard.press("[");
    await live.page.waitForFunction(() => (window.stiction!.status() as Status).speed === 1);
  });

  it("offers friction for the materials that bodies have", async () => {
    const sliders = live.page.locator('input[aria-label^="Friction coefficient of"]');
    expect(await sliders.evaluateAll((all) => all.map((slider) => slider.getAttribute("aria-label")))).toEqual(["Friction coefficient of stone"]);
  });

  it("changes solver and tolerance", async () => {
    await live.page.locator("select[title=Solver]").selectOption("pgs");
    await live.page.waitForFunction(() => (window.stiction!.status() as Status).solver.name === "pgs");
    await live.page.locator("select[title=Solver]").selectOption("staggered");
    await live.page.locator("select[title^=Tolerance]").selectOption("1e-8");
    await live.page.waitForFunction(() => {
      const { name, tolerance } = (window.stiction!.status() as Status).solver;
      return name === "staggered" && tolerance === 1e-8;
    });
    await live.steps(5);
    expect((await live.status()).timing.converged).toBe(1);
  });

  it("goes back to the start", async () => {
    await live.page.locator(".stage canvas").focus();
    await live.page.keyboard.press("Home");
    await live.page.waitForFunction(() => window.stiction!.frame()!.step === 0);
    expect((await live.frame()).bodies.map(({ position }) => position)).toEqual(start);
  });

  it("lets a block float away when gravity is switched off", async () => {
    await live.page.locator('input[aria-label="Gravity [m/s²]"]').press("Home");
    await live.page.waitForFunction(() => Math.hypot(...(window.stiction!.status() as Status).gravity) === 0);
    const box = await live.body("box2");
    await live.send({ type: "grab", body: box.index, point: [0, 0, 0] });
    await live.send({ type: "move", point: [box.position[0], box.position[1], box.position[2] + 0.05] });
    await live.steps(4);
    await live.send({ type: "release" });
    const pushed = await live.body("box2");
    expect(pushed.velocity[2]).toBeGreaterThan(0.01);
    await live.steps(100);
    const after = await live.body("box2");
    expect(after.velocity[2]).toBeCloseTo(pushed.velocity[2], 6);
    expect(after.position[2] - pushed.position[2]).toBeCloseTo(pushed.velocity[2] * 1, 4);
    await live.send({ type: "reset", settings: true });
    await live.page.waitForFunction(() => (window.stiction!.status() as Status).gravity[2] === -9.81 && window.stiction!.frame()!.step === 0);
  });

  it("pulls a block by the mouse with the force of its spring, and lets it fall", async () => {
    const weight = mass * 9.81; // [N]
    const stiffness = mass * 30 ** 2; // docs/reference/live-sessions.md: h w = 0.3 at steps of 10 ms [N/m]
    const box = await live.body("box2");
    const [x, y] = await live.place([0, -0.5, box.position[2]]);
    const [, above] = await live.place([0, -0.5, box.position[2] + 1]);
    await live.page.mouse.move(x, y);
    await live.page.mouse.down();
    await live.page.mouse.move(x, above, { steps: 4 });
    await live.page.waitForFunction(() => (window.stiction!.status() as Status).hands.length === 1);
    await live.steps(500); // until it hangs still
    await live.settled();
    const hand = (await live.status()).hands[0]!;
    expect(hand).toMatchObject({ client: true, body: box.index });
    const [targetX, targetY] = await live.place(hand.target);
    expect(Math.hypot(targetX - x, targetY - above)).toBeLessThan(1); // pixels
    hand.force.forEach((force, i) => expect(Math.abs(force + stiffness * (hand.target[i]! - hand.anchor[i]!))).toBeLessThan(0.01 * weight));
    expect(Math.abs(hand.force[2] / -weight - 1)).toBeLessThan(0.01); // it carries the block, and feels its weight
    await live.page.waitForSelector("text=/Pulling box2 with 9\\.[78]\\d kN/");
    const lifted = await live.body("box2");
    expect(lifted.position[2]).toBeGreaterThan(box.position[2] + 0.3);
    await live.page.mouse.up();
    await live.page.waitForFunction(() => (window.stiction!.status() as Status).hands.length === 0);
    await live.steps(100);
    expect((await live.body("box2")).position[2]).toBeLessThan(lifted.position[2] - 0.3);
  });

  it("has a saved state back after changes", async () => {
    const saved = await live.settled();
    await live.page.locator("text=Save the state").click();
    await live.page.waitForSelector("text=state 1, at");
    await live.page.locator('input[aria-label="Friction coefficient of stone"]').press("Home");
    await live.page.waitForFunction(() => (window.stiction!.status() as Status).materials.some(({ name, friction }) => name === "stone" && friction === 0));
    await live.steps(20);
    await live.page.locator("text=state 1, at").click();
    await live.page.waitForFunction((step) => window.stiction!.frame()!.step === step, saved.step);
    const back = await live.frame();
    expect(back.time).toBe(saved.time);
    expect(back.bodies).toEqual(saved.bodies);
    await live.page.waitForFunction(() => (window.stiction!.status() as Status).materials.some(({ name, friction }) => name === "stone" && friction === 0.5));
  });

  it("did nothing that it should not", () => expect(live.misdeeds).toEqual({ errors: [], requests: [] }));
});

describeProgram("a block on a slope", () => {
  it("rests, and slides as soon as friction is taken away", async () => {
    const live = await LivePage.open(browser, "incline", "--set", "angle=20");
    const speed = async (): Promise<number> => Math.hypot(...(await live.body("box")).velocity);
    await live.steps(50);
    expect(await speed()).toBeLessThan(1e-6);
    await live.page.locator('input[aria-label="Friction coefficient of stone"]').press("Home");
    await live.page.waitForFunction(() => (window.stiction!.status() as Status).materials.some(({ name, friction }) => name === "stone" && friction === 0));
    await live.steps(50);
    expect(await speed()).toBeCloseTo(9.81 * Math.sin((20 * Math.PI) / 180) * 0.5, 4);
    await live.page.waitForSelector("text=/1 of 1 body moving.*slide/");
    await live.close();
  });
});

describeProgram("a card house", () => {
  it("is hit by a block that is dropped with the page's button", async () => {
    const live = await LivePage.open(browser, "card-house", "--set", "levels=2");
    const before = await live.steps(1);
    await live.page.locator("text=Drop a box").click();
    await live.page.waitForFunction((count) => window.stiction!.frame()!.bodies.filter(({ present }) => present).length === count + 1, before.bodies.filter(({ present }) => present).length);
    const index = (await live.frame()).bodies.findIndex(({ present }, i) => present && !before.bodies[i]!.present);
    const dropped = (await live.frame()).bodies[index]!;
    const top = Math.max(...before.bodies.filter(({ present }) => present).map(({ position }) => position[2]));
    expect(dropped.position[2]).toBeGreaterThan(top);
    const { bodies, time } = await live.steps(60);
    const fall = time - before.time;
    expect(bodies[index]!.position[2]).toBeLessThan(dropped.position[2]);
    expect(bodies[index]!.velocity[2]).toBeCloseTo(-9.81 * fall, 3); // it has not arrived yet
    await live.page.keyboard.press("Space"); // plays, and does not press the button again
    await live.page.waitForFunction((t) => window.stiction!.frame()!.time > t, time);
    expect((await live.frame()).bodies.filter(({ present }) => present).length).toBe(before.bodies.filter(({ present }) => present).length + 1);
    await live.close();
  });
});
