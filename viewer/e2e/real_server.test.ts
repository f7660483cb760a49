import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Browser } from "playwright-core";
import { launch, scratchFolder } from "./browser";
import { LivePage } from "./live_page";
import { describeProgram, run, Viewing } from "./program";
import { RawClient } from "./raw_client";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describeProgram("the server of a live simulation", () => {
  it("is not disturbed by five thousand bad messages of another client", async () => {
    const live = await LivePage.open(browser, "stack", "--set", "count=2");
    await live.page.keyboard.press("Space");
    await live.page.waitForFunction(() => window.stiction!.frame()!.step > 0);
    const bad = ['{"type": "dance", "id": 1}', '{"type": "gravity", "vector": [1e999, 0, 0], "id": 2}', '{"type": "load", "state": "%%%", "id": 3}', '{"id": 4}'];
    const before = (await live.frame()).step;
    const client = await RawClient.connect(live.viewing.url);
    for (let i = 0; i < 5000; ++i) client.sendText(bad[i % bad.length]!);
    // Where the machine is fast they are too many a second; where it is slow every step answers a few, and the rest is
    // left unread.
    const answers = (): boolean[] => client.messages.filter(({ type }) => type === "reply").map(({ ok }) => ok!);
    await client.until(() => client.closed ?? answers().length >= 1000).catch(() => undefined);
    if (client.closed) expect(client.closed).toMatchObject({ code: 1008, reason: expect.stringContaining("messages") as string });
    expect(answers()).not.toContain(true);
    client.close();
    for (const text of ["{", "[]", "\u0000"]) {
      const other = await RawClient.connect(live.viewing.url);
      other.sendText(text);
      await other.until(() => other.closed).catch(() => undefined);
      expect(other.closed).toMatchObject({ code: 1007 });
    }
    await live.page.waitForFunction((step) => window.stiction!.frame()!.step > step + 20, before);
    expect((await live.settled()).bodies[1]!.position[2]).toBeCloseTo(0.5, 6);
    expect(await live.page.evaluate(() => [window.stiction!.connected(), window.stiction!.error()])).toEqual([true, null]);
    expect(live.misdeeds).toEqual({ errors: [], requests: [] });
    await live.page.context().close();
    expect(await live.viewing.stop()).toMatch(/refused +[34] messages/);
  });

  it("may end and come back: the page says that this is another run, and opens it by its address", async () => {
    const live = await LivePage.open(browser, "stack", "--set", "count=2");
    const { page } = live;
    await live.viewing.kill();
    await page.waitForFunction(() => !window.stiction!.connected() && window.stiction!.error()?.includes("is the program still running?"));
    const again = await Viewing.start("incline", "--port", live.viewing.url.port);
    await page.waitForFunction(() => window.stiction!.error()?.includes("another run"));
    expect(await page.locator("[role=alert]").innerText()).toContain('Open the address that "stiction view" has printed');
    expect((await live.frame()).bodies[1]!.name).toBe("box0"); // what was seen last is still there
    // The new address in the same tab differs behind the # only, which loads nothing by itself.
    await page.evaluate((address) => (location.href = address), again.url.href);
    await page.waitForFunction(() => window.stiction?.connected() && window.stiction.frame()?.bodies[1]?.name === "box");
    expect(await page.evaluate(() => window.stiction!.error())).toBeNull();
    await page.context().close();
    expect(await again.stop()).toMatch(/refused +1 messages/); // it was not asked over and over
  });

  it("says good-bye, and the page says so", async () => {
    const live = await LivePage.open(browser, "stack", "--set", "count=2");
    expect(await live.viewing.stop()).toContain("stack");
    await live.page.waitForFunction(() => window.stiction!.error()?.includes("program has ended"));
    await live.page.context().close();
  });
});

describeProgram("a recording that is viewed", () => {
  it("is fetched in parts where it is looked at, and shows what the exported table has", async () => {
    const folder = join(scratchFolder(), "domino");
    await run("run", "domino", "--out", folder, "--duration", "2", "--quiet");
    await run("export", join(folder, "recording.stic"), "--format", "csv", "--out", join(folder, "bodies.csv"));
    const rows = readFileSync(join(folder, "bodies.csv"), "utf8").trim().split("\n").slice(1).map((line) => line.split(","));
    const viewing = await Viewing.start(join(folder, "recording.stic"));
    const context = await browser.newContext();
    const page = await context.newPage();
    const asked: number[] = [];
    page.on("websocket", (socket) =>
      socket.on("framesent", ({ payload }) => {
        const message = JSON.parse(String(payload)) as { type: string; index: number };
        if (message.type === "chunk") asked.push(message.index);
      }),
    );
    await page.goto(viewing.url.href);
    await page.waitForFunction(() => window.stiction !== undefined);
    await page.evaluate(() => window.stiction!.ready);
    expect(asked).toEqual([0]);
    for (const time of [1.9, 0.4, 1.2, 0]) {
      await page.evaluate((t) => window.stiction!.seek(t), time);
      const frame = await page.evaluate(() => window.stiction!.frame()!);
      const there = rows.filter((row) => Math.abs(Number(row[1]) - time) < 1e-9);
      expect(frame.step).toBe(Number(there[0]![0]));
      for (const [, , name, ...values] of there) {
        const { position } = frame.bodies.find((body) => body.name === name)!;
        position.forEach((x, i) => expect(Math.abs(x - Number(values[i]))).toBeLessThan(1e-5));
      }
    }
    expect(new Set(asked).size).toBeGreaterThan(2);
    expect(asked.length).toBe(new Set(asked).size); // none twice
    expect(await page.evaluate(() => [window.stiction!.mode, window.stiction!.error()])).toEqual(["replay", null]);
    await page.waitForSelector(".plot canvas");
    await context.close();
    await viewing.stop();
  });
});
