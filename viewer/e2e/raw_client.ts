import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import type { Status } from "../src/live/protocol";

type Message = { type: string; id?: number; ok?: boolean; [key: string]: unknown };

/// A client of the stream that is no browser: enough of RFC 6455 for tests. It draws nothing.
export class RawClient {
  frames = 0;
  messages: Message[] = [];
  status: Status | null = null;
  closed: { code: number; reason: string } | null = null;
  private received = Buffer.alloc(0);
  private readonly waiting = new Set<() => void>();

  private constructor(private readonly socket: Socket) {
    socket.on("data", (data: Buffer) => this.receive(data));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.closed ??= { code: 1006, reason: "" };
      this.wake();
    });
  }

  /// Connects and says hello with the token of the address.
  static async connect(url: URL): Promise<RawClient> {
    const socket = connect(Number(url.port), url.hostname);
    socket.setNoDelay(true);
    const key = randomBytes(16).toString("base64");
    socket.write(`GET /stream HTTP/1.1\r\nHost: ${url.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`);
    const rest = await answer(socket);
    const client = new RawClient(socket);
    client.receive(rest);
    client.send({ type: "hello", token: url.hash.slice(1) });
    return client;
  }

  send(message: object): void {
    this.sendText(JSON.stringify(message));
  }

  sendText(text: string): void {
    this.sendFrame(0x81, Buffer.from(text));
  }

  private sendFrame(kind: number, content: Buffer): void {
    const mask = randomBytes(4);
    const head = content.length < 126 ? Buffer.from([kind, 0x80 | content.length]) : Buffer.from([kind, 0xfe, content.length >> 8, content.length & 255]);
    this.socket.write(Buffer.concat([head, mask, content.map((byte, i) => byte ^ mask[i % 4]!)]));
  }

  /// Sends a command and waits for its reply.
  async ask(message: { type: string; id: number; [key: string]: unknown }): Promise<Message> {
    this.send(message);
    return this.until(() => this.messages.find((reply) => reply.type === "reply" && reply.id === message.id));
  }

  /// What a condition gives, as soon as it gives something.
  until<T>(condition: () => T | null | undefined | false): Promise<T> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const found = condition();
        if (found) resolve(found);
        else if (this.closed) reject(new Error(`the connection was closed: ${this.closed.code} ${this.closed.reason}`));
        else return;
        this.waiting.delete(look);
      };
      this.waiting.add(look);
      look();
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private wake(): void {
    for (const look of [...this.waiting]) look();
  }

  private receive(data: Buffer): void {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      if (this.received.length < 2) break;
      const short = this.received[1]! & 127;
      const at = short === 127 ? 10 : short === 126 ? 4 : 2;
      if (this.received.length < at) break;
      const size = short === 127 ? Number(this.received.readBigUInt64BE(2)) : short === 126 ? this.received.readUInt16BE(2) : short;
      if (this.received.length < at + size) break;
      this.take(this.received[0]! & 15, this.received.subarray(at, at + size));
      this.received = this.received.subarray(at + size);
    }
    this.wake();
  }

  private take(kind: number, content: Buffer): void {
    if (kind === 2) ++this.frames;
    if (kind === 9) this.sendFrame(0x8a, content); // a ping: without its pong the server sends nothing more
    if (kind === 8) this.closed = { code: content.readUInt16BE(0), reason: content.subarray(2).toString("utf8") };
    if (kind !== 1) return;
    const message = JSON.parse(content.toString("utf8")) as Message;
    if (message.type === "status") this.status = message as unknown as Status;
    else this.messages.push(message);
  }
}

/// Waits for the end of the answer's head; what came after it.
function answer(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    const listen = (data: Buffer): void => {
      head = Buffer.concat([head, data]);
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      socket.off("data", listen);
      if (head.toString("latin1").startsWith("HTTP/1.1 101")) resolve(head.subarray(end + 4));
      else reject(new Error(head.subarray(0, end).toString("latin1")));
    };
    socket.on("data", listen);
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("the server closed the connection")));
  });
}
