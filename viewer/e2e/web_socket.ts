import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

/// The server's end of a WebSocket: enough of RFC 6455 for tests. Messages of clients are small and come in one frame each.
export class ServerSocket {
  onText: (text: string) => void = () => undefined;
  private received = Buffer.alloc(0);

  constructor(private readonly stream: Duplex, request: IncomingMessage) {
    const accept = createHash("sha1").update(`${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
    stream.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
    stream.on("data", (data: Buffer) => this.receive(data));
    stream.on("error", () => undefined);
  }

  send(message: string | Uint8Array): void {
    const content = typeof message === "string" ? Buffer.from(message) : Buffer.from(message);
    this.write(typeof message === "string" ? 1 : 2, content);
  }

  close(code: number, reason: string): void {
    const content = Buffer.alloc(2 + reason.length);
    content.writeUInt16BE(code, 0);
    content.write(reason, 2);
    this.write(8, content);
    this.stream.end();
  }

  cut(): void {
    this.stream.destroy();
  }

  private write(kind: number, content: Buffer): void {
    if (this.stream.destroyed) return;
    const size = content.length;
    const head = Buffer.alloc(size < 126 ? 2 : size < 65536 ? 4 : 10);
    head[0] = 0x80 | kind;
    head[1] = size < 126 ? size : size < 65536 ? 126 : 127;
    if (head.length === 4) head.writeUInt16BE(size, 2);
    if (head.length === 10) head.writeBigUInt64BE(BigInt(size), 2);
    this.stream.write(Buffer.concat([head, content]));
  }

  private receive(data: Buffer): void {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      if (this.received.length < 6) return;
      const short = this.received[1]! & 127;
      const at = short === 126 ? 4 : 2;
      const size = short === 126 ? this.received.readUInt16BE(2) : short;
      if (this.received.length < at + 4 + size) return;
      const mask = this.received.subarray(at, at + 4);
      const content = Buffer.from(this.received.subarray(at + 4, at + 4 + size)).map((byte, i) => byte ^ mask[i % 4]!);
      const kind = this.received[0]! & 15;
      this.received = this.received.subarray(at + 4 + size);
      if (kind === 1) this.onText(Buffer.from(content).toString("utf8"));
    }
  }
}
