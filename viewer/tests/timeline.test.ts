import { describe, expect, it } from "vitest";
import { nextSpeed, speedLabel, speeds, Timeline } from "../src/recording/timeline";

describe("the timeline", () => {
  it("moves by wall time times speed, and only while playing", () => {
    const timeline = new Timeline(0, 10);
    timeline.advance(1);
    expect(timeline.time).toBe(0);
    timeline.play();
    timeline.speed = 1 / 4;
    timeline.advance(2);
    expect(timeline.time).toBe(0.5);
    timeline.pause();
    timeline.advance(2);
    expect(timeline.time).toBe(0.5);
  });

  it("stops at the end and starts over when played again", () => {
    const timeline = new Timeline(1, 2);
    timeline.play();
    timeline.advance(100);
    expect([timeline.time, timeline.playing]).toEqual([2, false]);
    timeline.play();
    expect([timeline.time, timeline.playing]).toEqual([1, true]);
  });

  it("keeps seeking within the recording, whatever is asked for", () => {
    const timeline = new Timeline(1, 2);
    for (const [asked, got] of [[0, 1], [3, 2], [1.5, 1.5], [NaN, 1], [Infinity, 1]] as const) {
      timeline.seek(asked);
      expect(timeline.time).toBe(got);
    }
  });

  it("does not play a recording of one moment", () => {
    const timeline = new Timeline(0, 0);
    timeline.play();
    expect(timeline.playing).toBe(false);
  });

  it("never runs backwards", () => {
    const timeline = new Timeline(0, 1);
    timeline.play();
    timeline.seek(0.5);
    timeline.advance(-1);
    expect(timeline.time).toBe(0.5);
  });
});

it("speeds go from 1/32 to 8, one by one, and stay at the ends", () => {
  let speed = 1;
  for (let i = 0; i < 20; ++i) speed = nextSpeed(speed, -1);
  expect(speed).toBe(1 / 32);
  const seen = [speed];
  while (nextSpeed(speed, 1) !== speed) seen.push((speed = nextSpeed(speed, 1)));
  expect(seen).toEqual([...speeds]);
  expect(speedLabel(1 / 32)).toBe("1/32×");
  expect(speedLabel(8)).toBe("8×");
});
