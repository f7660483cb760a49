import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Vec3 } from "../src/base/vector";
import type { Description } from "../src/recording/description";
import { encodeChunk } from "../src/sample/encode";
import { describeStack, frameAt, sampleUnits, stackSample } from "../src/sample/stack";
import { builtPage } from "./browser";
import { ServerSocket } from "./web_socket";

const cubes = 4;
const stiffness = 500; // of the spring of a hand [N/m]
const token = "mock";

/// A server that answers as a live simulation does: the sample's frames, a hand whose body follows at once.
export class MockServer {
  commands: Record<string, unknown>[] = [];
  frame = 1;
  private playing = false;
  private speed = 1;
  private gravity: Vec3 = [0, 0, -9.81];
  private friction = 0.6;
  private grabbed: { body: number; target: Vec3 | null } | null = null;
  private server: Server | null = null;
  private readonly sockets = new Set<ServerSocket>();
  private port = 0;

  /// `recording`: serves the sample as a recording, by chunks.
  constructor(private readonly recording = false) {}

  async start(): Promise<string> {
    this.server = createServer((_, response) => response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(builtPage()));
    this.server.on("upgrade", (request, stream) => this.welcome(new ServerSocket(stream, request)));
    await new Promise<void>((resolve) => this.server!.listen(this.port, "127.0.0.1", resolve));
    this.port = (this.server.address() as AddressInfo).port;
    return `http://127.0.0.1:${this.port}/#${token}`;
  }

  async stop(): Promise<void> {
    this.sockets.forEach((socket) => socket.cut());
    this.sockets.clear();
    this.server!.closeAllConnections();
    await new Promise((resolve) => this.server!.close(resolve));
  }

  refuseAll(): void {
    this.sockets.forEach((socket) => socket.close(1008, "wrong token"));
    this.sockets.clear();
  }

  sendRaw(message: string | Uint8Array): void {
    this.sockets.forEach((socket) => socket.send(message));
  }

  private welcome(socket: ServerSocket): void {
    this.sockets.add(socket);
    socket.onText = (text) => this.receive(socket, JSON.parse(text) as Record<string, unknown>);
  }

  private receive(socket: ServerSocket, command: Record<string, unknown>): void {
    this.commands.push(command);
    if (command["type"] === "hello") return command["token"] === token ? this.describe(socket) : socket.close(1008, "wrong token");
    if (command["type"] === "chunk") return socket.send(stackSample(sampleOptions).chunks[command["index"] as number]!);
    const answer = this.carryOut(command);
    if (command["id"] !== undefined) socket.send(JSON.stringify({ type: "reply", id: command["id"], ...answer }));
    this.sendFrame();
    this.sendStatus();
  }

  private describe(socket: ServerSocket): void {
    const sample = this.recording ? stackSample(sampleOptions) : null;
    socket.send(JSON.stringify({ type: "description", description: sample?.description ?? this.description() }));
    if (sample) return socket.send(sample.figures);
    this.sendFrame();
    this.sendStatus();
  }

  private description(): Description {
    return { ...describeStack(cubes), live: { solvers: ["staggered", "pgs"], spares: { box: { count: 8, size: [0.2, 0.2, 0.2] }, sphere: { count: 8, size: [0.2, 0.2, 0.2] } }, rate_hz: 100, can_record: true } };
  }

  private carryOut(command: Record<string, unknown>): Record<string, unknown> {
    switch (command["type"]) {
      case "play": this.playing = true; break;
      case "pause": this.playing = false; break;
      case "step": this.frame += command["count"] as number; break;
      case "reset": this.frame = 1; break;
      case "speed": this.speed = command["factor"] as number; break;
      case "gravity": this.gravity = command["vector"] as Vec3; break;
      case "friction": this.friction = command["value"] as number; break;
      case "grab": this.grabbed = { body: command["body"] as number, target: null }; return { ok: true, stiffness };
      case "move": if (this.grabbed) this.grabbed.target = command["point"] as Vec3; break;
      case "release": this.grabbed = null; break;
      case "save": return { ok: true, state: Buffer.from(String(this.frame)).toString("base64") };
      case "load": this.frame = Number(Buffer.from(command["state"] as string, "base64").toString()); break;
      case "drop": return { ok: true, body: cubes + 1 };
      case "solver": case "record": break;
      default: return { ok: false, error: `there is no "${String(command["type"])}"` };
    }
    return { ok: true };
  }

  private sendFrame(): void {
    const plain = frameAt(this.frame, cubes);
    if (this.grabbed?.target) this.grabbed.target.forEach((x, i) => (plain.bodies[this.grabbed!.body]![i] = Math.round(x / sampleUnits.position)));
    this.sendRaw(encodeChunk([plain], this.frame));
  }

  sendStatus(): void {
    const hands = this.grabbed?.target ? [{ client: true, body: this.grabbed.body, anchor: this.grabbed.target.map((x) => x - 0.1), target: this.grabbed.target, force: [0, 0, 0.1 * stiffness], torque: [0, 0, 0] }] : [];
    this.sendRaw(JSON.stringify({
      type: "status", playing: this.playing, time: this.frame * 0.01, speed: this.speed, achieved: 1, solver: { name: "staggered", tolerance: 1e-6 }, gravity: this.gravity,
      materials: [{ name: "stone", friction: this.friction }, { name: "ice", friction: 0.3 }], clients: 1, dropped: 0, recording: false, hands,
      timing: { period_ms: 10, p50_ms: 0.3, p99_ms: 1.2, max_ms: 4, late: 0, steps: this.frame, converged: 1, histogram: { edges_ms: [0.1, 0.2, 0.5, 1, 2, 5], counts: [1, 40, 12, 3, 1] } },
      stopped: null,
    }));
  }
}

const sampleOptions = { cubes, frames: 200, framesPerChunk: 50 };
