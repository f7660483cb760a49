#!/usr/bin/env node
// A recording in the real page: how long opening and seeking take, what memory they hold, and the script time of a
// frame while it plays.
//
//   bench/page.mjs RECORDING.stic|REPLAY.html [--program build/stiction] [--seeks 10] [--seconds 10] [--json FILE]
//
// Chromium draws in software here, so only the page's own time counts: the CPU time of the page's main thread, in
// which other programs on the machine do not show. `seek_ms` is wall time: look at the load first.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, loadavg } from "node:os";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const { chromium } = createRequire(new URL("../viewer/package.json", import.meta.url))("playwright-core");
const words = process.argv.slice(2);
const option = (name, fallback) => (words.includes(name) ? words[words.indexOf(name) + 1] : fallback);
const file = words[0];
const load = () => Number(loadavg()[0].toFixed(2));

async function addressOf(file) {
  if (file.endsWith(".html")) return { address: pathToFileURL(resolve(file)).href, server: null };
  const server = spawn(option("--program", "build/stiction"), ["view", file], { stdio: ["ignore", "pipe", "ignore"] });
  const address = await new Promise((found) => server.stdout.once("data", (text) => found(String(text).trim())));
  return { address, server };
}

const peakMegabytes = (server) => server && Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))[1]) / 1024;
const round = (value, digits = 1) => Number(value.toFixed(digits));

async function metrics(session) {
  const { metrics } = await session.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

/// CPU time of the main thread per picture while the recording plays [ms].
async function playing(page, session, seconds) {
  const drawn = () => page.evaluate(() => window.stiction.framesDrawn());
  await page.evaluate(() => window.stiction.play());
  await page.waitForTimeout(1000);
  const [before, first] = [await metrics(session), await drawn()];
  await page.waitForTimeout(1000 * seconds);
  const [after, last] = [await metrics(session), await drawn()];
  await page.evaluate(() => window.stiction.pause());
  const frames = Math.max(1, last - first);
  const perFrame = (name) => round((1000 * (after[name] - before[name])) / frames, 2);
  return { pictures: last - first, script_ms: perFrame("ScriptDuration"), task_ms: perFrame("TaskDuration"), layout_ms: perFrame("LayoutDuration") };
}

/// Where the time of scripts goes, by function (the page's are shortened by its build): share of samples.
async function profile(page, session, seconds) {
  await session.send("Profiler.enable");
  await session.send("Profiler.start");
  await page.evaluate(() => window.stiction.play());
  await page.waitForTimeout(1000 * seconds);
  await page.evaluate(() => window.stiction.pause());
  const { profile } = await session.send("Profiler.stop");
  const hits = new Map();
  for (const { callFrame, hitCount } of profile.nodes) hits.set(callFrame.functionName || "(anonymous)", (hits.get(callFrame.functionName || "(anonymous)") ?? 0) + hitCount);
  ["(idle)", "(program)", "(root)"].forEach((name) => hits.delete(name));
  const all = [...hits.values()].reduce((sum, count) => sum + count, 0);
  return Object.fromEntries([...hits].sort((a, b) => b[1] - a[1]).slice(0, 12).map(([name, count]) => [name, round(count / all, 3)]));
}

const { address, server } = await addressOf(file);
const browser = await chromium.launch({
  executablePath: process.env["STICTION_CHROMIUM"] ?? "/usr/bin/chromium", chromiumSandbox: process.getuid() !== 0,
  args: ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--disable-dev-shm-usage", "--js-flags=--expose-gc"],
});
try {
  const page = await (await browser.newContext({ viewport: { width: 1366, height: 768 } })).newPage();
  page.setDefaultTimeout(600_000);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const begin = Date.now();
  await page.goto(address, { timeout: 600_000 });
  await page.waitForFunction(() => window.stiction !== undefined && window.stiction.error() === null);
  await page.evaluate(() => window.stiction.ready);
  await page.waitForFunction(() => window.stiction?.frame() !== null);
  const result = { measurement: "page", processor: cpus()[0].model, load_before: load(), opened_s: round((Date.now() - begin) / 1000) };
  const end = await page.evaluate(() => Number(document.querySelector("input.timeline").max));
  const seeks = [];
  for (let i = 1; i <= Number(option("--seeks", 10)); ++i) {
    const time = (end * ((i * 0.6180339887) % 1)); // spread over the recording, in no order
    const [ms, decoded] = await page.evaluate(async (t) => {
      const start = performance.now();
      await window.stiction.seek(t);
      return [performance.now() - start, window.stiction.decodedBytes()];
    }, time);
    const { JSHeapUsedSize } = await metrics(session);
    seeks.push({ time: round(time), ms: Math.round(ms), decoded_mb: round(decoded / 1e6), heap_mb: round(JSHeapUsedSize / 1e6) });
  }
  result.seeks = seeks;
  await page.evaluate((t) => window.stiction.seek(t), 0.5 * end);
  const bodies = await page.evaluate(() => window.stiction.frame().bodies.length);
  const contacts = await page.evaluate(() => window.stiction.frame().contacts.length);
  const seconds = Number(option("--seconds", 10));
  Object.assign(result, { bodies, contacts });
  result.playing_all_shown = await playing(page, session, seconds);
  for (const key of ["n", "t", "p", "b"]) await page.keyboard.press(key); // forces, friction, points and the panel off
  result.playing_contacts_off = await playing(page, session, seconds);
  result.where_contacts_off = await profile(page, session, seconds);
  for (const key of ["n", "t", "p", "b"]) await page.keyboard.press(key);
  result.where_all_shown = await profile(page, session, seconds);
  Object.assign(result, { server_peak_mb: server && round(peakMegabytes(server)), load_after: load() });
  console.log(JSON.stringify(result, null, 1));
  if (option("--json")) writeFileSync(option("--json"), `${JSON.stringify(result, null, 1)}\n`);
} finally {
  await browser.close();
  server?.kill("SIGINT");
}
