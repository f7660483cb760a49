import { expect, it } from "vitest";
import { describeProgram, Viewing } from "./program";
import { RawClient } from "./raw_client";

describeProgram("a hand at 1,000 Hz", () => {
  it("takes most steps in less than their time while a client listens", async () => {
    const viewing = await Viewing.start("haptic", "--threads", "1");
    const client = await RawClient.connect(viewing.url);
    expect(await client.ask({ type: "play", id: 1 })).toMatchObject({ ok: true });
    const { timing, time, achieved } = await client.until(() => client.status && client.status.time >= 5 && client.status);
    const frames = client.frames;
    client.close();
    const report = await viewing.stop();
    const worst = report.split("\n").find((line) => line.includes("wall")) ?? "";
    console.log(
      `haptic: ${time.toFixed(2)} s at ${achieved.toFixed(2)} of real time, ${timing.steps} steps, ${frames} frames; processor time per step: half below ${timing.p50_ms} ms, ` +
        `99 % below ${timing.p99_ms} ms, longest ${timing.max_ms.toFixed(3)} ms; ${timing.late} late, ${(100 * timing.converged).toFixed(1)} % converged${worst ? `;${worst}` : ""}`,
    );
    expect(timing.period_ms).toBeCloseTo(1, 9);
    expect(timing.steps).toBeGreaterThanOrEqual(4999);
    expect(timing.p50_ms).toBeGreaterThan(0);
    expect(timing.p50_ms).toBeLessThan(1);
    expect(frames).toBeGreaterThan(10);
    expect(timing.histogram.counts.reduce((sum, count) => sum + count, 0)).toBe(timing.steps);
  });
});
