import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Browser, type Page } from "playwright-core";
import { replayPage } from "../src/sample/replay_page";
import type { Sample } from "../src/sample/stack";

/// The built page: STICTION_PAGE names the file, build/viewer/page.html by default.
export const pageFile = process.env["STICTION_PAGE"] ?? join(__dirname, "../../build/viewer/page.html");
export const builtPage = (): string => readFileSync(pageFile, "utf8");

/// Debian's Chromium with WebGL in software. As root it runs without its sandbox.
export function launch(): Promise<Browser> {
  const asRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: process.env["STICTION_CHROMIUM"] ?? "/usr/bin/chromium",
    chromiumSandbox: !asRoot,
    args: ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--disable-dev-shm-usage", "--hide-scrollbars"],
  });
}

export const scratchFolder = (): string => mkdtempSync(join(tmpdir(), "stiction-viewer-"));

/// Writes text into a file of a folder and says its address.
export function fileAddress(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return pathToFileURL(path).href;
}

export const sampleAddress = (folder: string, name: string, sample: Sample): string => fileAddress(folder, name, replayPage(builtPage(), sample));

/// What a page did that it should not: errors, violations of its policy, requests beyond itself.
export interface Misdeeds {
  errors: string[];
  requests: string[];
}

export function watch(page: Page): Misdeeds {
  const misdeeds: Misdeeds = { errors: [], requests: [] };
  page.on("pageerror", (error) => misdeeds.errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") misdeeds.errors.push(message.text());
  });
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.isNavigationRequest()) misdeeds.requests.push(request.url());
  });
  return misdeeds;
}

/// Opens a page and waits until it shows something, if only a message.
export async function open(browser: Browser, address: string, size = { width: 1366, height: 768 }, dark = true): Promise<{ page: Page; misdeeds: Misdeeds }> {
  const context = await browser.newContext({ viewport: size, colorScheme: dark ? "dark" : "light" });
  context.setDefaultTimeout(100_000); // [ms]: for a machine that has other things to do
  const page = await context.newPage();
  const misdeeds = watch(page);
  await page.goto(address);
  await page.waitForFunction(() => window.stiction !== undefined);
  await page.evaluate(() => window.stiction!.ready);
  return { page, misdeeds };
}
