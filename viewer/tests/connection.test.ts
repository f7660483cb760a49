import { beforeEach, describe, expect, it } from "vitest";
import { ChunkRequests } from "../src/live/chunk_requests";
import { Connection, explain, type ConnectionState, type Socket } from "../src/live/connection";
import { gravityVector, tiltOf } from "../src/live/controls";
import { visibleBars } from "../src/live/histogram";
import { readMessage, type ServerMessage } from "../src/live/protocol";

class FakeSocket implements Socket {
  binaryType = "blob";
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  sent: Record<string, unknown>[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.onclose?.({ code: 1000, reason: "" });
  }
  say(message: unknown): void {
    this.onmessage?.({ data: typeof message === "string" ? message : JSON.stringify(message) });
  }
}

let sockets: FakeSocket[];
let states: ConnectionState[];
let messages: ServerMessage[];
let binary: Uint8Array[];
let timers: { seconds: number; action: () => void }[];
let connection: Connection;

beforeEach(() => {
  [sockets, states, messages, binary, timers] = [[], [], [], [], []];
  connection = new Connection(
    () => (sockets.push(new FakeSocket()), sockets[sockets.length - 1]!),
    "secret",
    { onMessage: (m) => messages.push(m), onBinary: (b) => binary.push(b), onState: (s) => states.push(s) },
    (seconds, action) => timers.push({ seconds, action }),
  );
  connection.connect();
});

const last = (): FakeSocket => sockets[sockets.length - 1]!;

describe("a connection", () => {
  it("says its token first", () => {
    last().onopen!();
    expect(last().sent).toEqual([{ type: "hello", token: "secret" }]);
    expect(last().binaryType).toBe("arraybuffer");
    expect(connection.isOpen).toBe(true);
  });

  it("gives every command a number and its own reply", async () => {
    last().onopen!();
    const first = connection.send({ type: "play" });
    const second = connection.send({ type: "pause" });
    const [, a, b] = last().sent;
    last().say({ type: "reply", id: b!["id"], ok: true, which: "second" });
    last().say({ type: "reply", id: a!["id"], ok: true, which: "first" });
    expect((await first)["which"]).toBe("first");
    expect((await second)["which"]).toBe("second");
  });

  it("hands on why a command was refused", async () => {
    last().onopen!();
    const refused = connection.send({ type: "gravity" });
    last().say({ type: "reply", id: last().sent[1]!["id"], ok: false, error: "\"vector\" is missing" });
    await expect(refused).rejects.toThrow('"vector" is missing');
  });

  it("refuses commands while it is not there, and lets none wait for ever", async () => {
    await expect(connection.send({ type: "play" })).rejects.toThrow(/not connected/);
    last().onopen!();
    const lost = connection.send({ type: "play" });
    last().onclose!({ code: 1006, reason: "" });
    await expect(lost).rejects.toThrow(/lost/);
  });

  it("comes back after a loss, waiting longer every time, and soon again once it worked", () => {
    for (let i = 0; i < 8; ++i) {
      last().onclose!({ code: 1006, reason: "" });
      timers[timers.length - 1]!.action();
    }
    expect(timers.map(({ seconds }) => seconds)).toEqual([0.25, 0.5, 1, 2, 4, 5, 5, 5]);
    expect(sockets.length).toBe(9);
    last().onopen!();
    last().say({ type: "status" });
    last().onclose!({ code: 1006, reason: "" });
    expect(timers[timers.length - 1]!.seconds).toBe(0.25);
    expect(states.filter(({ kind }) => kind === "lost").length).toBe(9);
  });

  it("goes on saying why it was lost while nobody answers", () => {
    last().onopen!();
    last().onclose!({ code: 1001, reason: "the program ends" });
    timers[timers.length - 1]!.action();
    last().onclose!({ code: 1006, reason: "" });
    expect(states.at(-1)).toMatchObject({ kind: "lost", reason: expect.stringContaining("has ended") as string });
    timers[timers.length - 1]!.action();
    last().onopen!();
    last().onclose!({ code: 1006, reason: "" });
    expect(states.at(-1)).toMatchObject({ kind: "lost", reason: expect.stringContaining("still running") as string });
  });

  it("counts as connected once the server has let it in", () => {
    last().onopen!();
    expect(states.some(({ kind }) => kind === "connected")).toBe(false);
    last().say({ type: "status" });
    last().say({ type: "status" });
    expect(states.filter(({ kind }) => kind === "connected").length).toBe(1);
    last().onclose!({ code: 1006, reason: "" });
    timers[timers.length - 1]!.action();
    last().onopen!();
    last().onclose!({ code: 1008, reason: "wrong token" }); // another run
    expect(states.filter(({ kind }) => kind === "connected").length).toBe(1);
  });

  it("does not try a key again that was refused", () => {
    const before = timers.length;
    last().onclose!({ code: 1008, reason: "wrong token: open the address that the program printed last" });
    expect(timers.length).toBe(before);
    expect(states.at(-1)).toMatchObject({ kind: "refused" });
  });

  it("passes chunks and messages on and ignores what it does not know", () => {
    last().onopen!();
    last().onmessage!({ data: new Uint8Array([1, 2, 3]).buffer });
    for (const odd of ["", "{", "[]", "null", '{"type": "joke"}', '{"type": "reply", "id": 77, "ok": true}']) last().say(odd);
    last().say({ type: "status", time: 1 });
    expect(binary.map((bytes) => [...bytes])).toEqual([[1, 2, 3]]);
    expect(messages).toEqual([{ type: "status", time: 1 }]);
  });
});

it("explains why a page is not let in", () => {
  expect(explain(1008, "wrong token")).toMatch(/wrong token.*address/);
  expect(explain(1006, "")).toMatch(/still running/);
  expect(explain(1001, "the program ends")).toMatch(/has ended/);
  expect(explain(1013, "eight are connected")).toMatch(/no room.*eight/);
});

it("reads only messages that it knows", () => {
  expect(readMessage('{"type": "reply", "id": 1, "ok": true}')).toMatchObject({ type: "reply" });
  expect(readMessage("17")).toBeNull();
});

describe("requests for chunks", () => {
  const entries = [0, 50, 100].map((first) => ({ first, frames: 50, begin: 0, end: 0 }));
  it("are answered by the chunk with their first frame, in any order", async () => {
    let forgotten = 0;
    const requests = new ChunkRequests(() => ({ reply: new Promise(() => undefined), forget: () => void ++forgotten }));
    requests.setEntries(entries);
    const [first, third] = [requests.fetch(0), requests.fetch(2)];
    requests.receive(100, new Uint8Array([3]));
    requests.receive(0, new Uint8Array([1]));
    expect([[...(await first)], [...(await third)]]).toEqual([[1], [3]]);
    expect(forgotten).toBe(2);
  });

  it("fail when they are refused, when the connection is lost, and for parts that do not exist", async () => {
    const refusing = new ChunkRequests(() => ({ reply: Promise.reject(new Error("no such part")), forget: () => undefined }));
    refusing.setEntries(entries);
    await expect(refusing.fetch(1)).rejects.toThrow("no such part");
    await expect(refusing.fetch(9)).rejects.toThrow(/no part 10/);
    const silent = new ChunkRequests(() => ({ reply: new Promise(() => undefined), forget: () => undefined }));
    silent.setEntries(entries);
    const waiting = silent.fetch(0);
    silent.failAll("gone");
    await expect(waiting).rejects.toThrow("gone");
  });
});

it("gravity turned by an angle has it, and its size", () => {
  for (const degrees of [-60, -10, 0, 30, 60]) {
    const g = gravityVector(9.81, degrees);
    expect(Math.hypot(...g)).toBeCloseTo(9.81, 12);
    expect(tiltOf(g)).toBeCloseTo(degrees, 10);
  }
});

it("a histogram shows its bars from the first to the last that is not empty", () => {
  expect(visibleBars([0, 0, 3, 0, 1, 0])).toEqual([2, 4]);
  expect(visibleBars([0, 0])).toEqual([0, 1]);
});
