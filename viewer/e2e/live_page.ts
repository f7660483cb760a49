import type { Browser, Page } from "playwright-core";
import type { Vec3 } from "../src/base/vector";
import type { Status } from "../src/live/protocol";
import type { FrameValues } from "../src/page_object";
import { open, type Misdeeds } from "./browser";
import { Viewing } from "./program";

const size = { width: 1000, height: 640 }; // [pixels]: a small picture, which the processor draws quickly

/// A page that shows what `stiction view` simulates.
export class LivePage {
  private constructor(
    readonly viewing: Viewing,
    readonly page: Page,
    readonly misdeeds: Misdeeds,
  ) {}

  static async open(browser: Browser, ...words: string[]): Promise<LivePage> {
    const viewing = await Viewing.start(...words);
    const { page, misdeeds } = await open(browser, viewing.url.href, size);
    await page.waitForFunction(() => window.stiction!.status() !== null);
    return new LivePage(viewing, page, misdeeds);
  }

  async close(): Promise<void> {
    await this.page.context().close();
    await this.viewing.stop();
  }

  frame = (): Promise<FrameValues> => this.page.evaluate(() => window.stiction!.frame()!);
  status = (): Promise<Status> => this.page.evaluate(() => window.stiction!.status() as Status);
  send = (command: Record<string, unknown>): Promise<Record<string, unknown>> => this.page.evaluate((c) => window.stiction!.send(c), command);

  /// Steps of the paused simulation, until the page shows the last one.
  async steps(count: number): Promise<FrameValues> {
    const before = (await this.settled()).step;
    await this.page.evaluate((n) => window.stiction!.step(n), count);
    await this.page.waitForFunction((wanted) => window.stiction!.frame()!.step === wanted, before + count);
    return this.frame();
  }

  /// Pauses, and waits until the page shows where it stands.
  async settled(): Promise<FrameValues> {
    await this.send({ type: "pause" });
    await this.page.waitForFunction(() => {
      const status = window.stiction!.status() as Status & { step: number };
      return !status.playing && status.step === window.stiction!.frame()!.step;
    });
    return this.frame();
  }

  async body(name: string): Promise<FrameValues["bodies"][number] & { index: number }> {
    const { bodies } = await this.frame();
    const index = bodies.findIndex((body) => body.name === name);
    return { ...bodies[index]!, index };
  }

  /// Where a point of the world is in the window [pixels].
  place = (point: Vec3): Promise<[number, number]> => this.page.evaluate((p) => window.stiction!.project(p), point);
}
