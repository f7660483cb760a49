import { ViewerError } from "../base/error";
import { readMessage, type Reply, type ServerMessage } from "./protocol";

export type ConnectionState =
  | { kind: "connecting" }
  | { kind: "connected" }
  | { kind: "lost"; retryInSeconds: number; reason: string }
  | { kind: "refused"; reason: string };

export interface ConnectionEvents {
  onMessage(message: Exclude<ServerMessage, Reply>): void;
  onBinary(bytes: Uint8Array<ArrayBuffer>): void;
  onState(state: ConnectionState): void;
}

/// The part of a WebSocket that is needed here.
export interface Socket {
  binaryType: string;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  send(text: string): void;
  close(): void;
}

const firstWait = 0.25; // before connecting again [s]
const longestWait = 5; // [s]

/// A connection that comes back by itself: it waits longer after every failure, up to five seconds. A key that is refused once is not
/// tried again: every run of the program has its own.
export class Connection {
  private socket: Socket | null = null;
  private nextId = 1;
  private wait = firstWait;
  private open = false;
  private greeted = false; // the server has let us in: it has sent something
  private whyLost = "";
  private readonly waiting = new Map<number, { resolve: (reply: Reply) => void; reject: (error: Error) => void }>();

  constructor(
    private readonly makeSocket: () => Socket,
    private readonly token: string,
    private readonly events: ConnectionEvents,
    private readonly later: (seconds: number, action: () => void) => void = (seconds, action) => void setTimeout(action, 1000 * seconds),
  ) {}

  get isOpen(): boolean {
    return this.open;
  }

  connect(): void {
    this.events.onState({ kind: "connecting" });
    const socket = this.makeSocket();
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.open = true;
      this.greeted = false;
      this.whyLost = "";
      socket.send(JSON.stringify({ type: "hello", token: this.token }));
    };
    socket.onmessage = (event) => this.receive(event.data);
    socket.onclose = (event) => this.closed(event.code, event.reason);
  }

  /// Sends a command; the promise holds its reply, or the reason why it was refused.
  send(command: { type: string }): Promise<Reply> {
    return this.start(command).reply;
  }

  /// The same for commands that may be answered otherwise: `forget` ends the waiting for a reply.
  start(command: { type: string }): { reply: Promise<Reply>; forget: () => void } {
    if (!this.open) return { reply: Promise.reject(new ViewerError("Nothing was sent: the simulation is not connected.")), forget: () => undefined };
    const id = this.nextId++;
    const reply = new Promise<Reply>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.socket!.send(JSON.stringify({ ...command, id }));
    });
    return { reply, forget: () => void this.waiting.delete(id) };
  }

  /// Sends a command whose reply nobody waits for.
  post(command: { type: string }): void {
    if (this.open) this.socket!.send(JSON.stringify(command));
  }

  private receive(data: unknown): void {
    this.wait = firstWait;
    if (!this.greeted) {
      this.greeted = true;
      this.events.onState({ kind: "connected" });
    }
    if (data instanceof ArrayBuffer) return this.events.onBinary(new Uint8Array(data));
    const message = typeof data === "string" ? readMessage(data) : null;
    if (!message) return;
    if (message.type !== "reply") return this.events.onMessage(message);
    const request = message.id === null ? undefined : this.waiting.get(message.id);
    if (!request) return;
    this.waiting.delete(message.id!);
    if (message.ok) request.resolve(message);
    else request.reject(new ViewerError(message.error ?? "The simulation refused the command."));
  }

  private closed(code: number, reason: string): void {
    this.open = false;
    this.socket = null;
    for (const { reject } of this.waiting.values()) reject(new ViewerError("The connection was lost."));
    this.waiting.clear();
    if (isWrongToken(code, reason)) return this.events.onState({ kind: "refused", reason: explain(code, reason) });
    const retryInSeconds = this.wait;
    this.wait = Math.min(longestWait, 2 * this.wait);
    this.whyLost ||= explain(code, reason); // the first reason, not that nobody answers since
    this.events.onState({ kind: "lost", retryInSeconds, reason: this.whyLost });
    this.later(retryInSeconds, () => this.connect());
  }
}

/// Why a connection ended, for a person.
export function explain(code: number, reason: string): string {
  if (isWrongToken(code, reason)) return 'The program that runs now is another run: it does not know the key in this page\'s address (wrong token). Open the address that "stiction view" has printed.';
  if (code === 1001) return 'The program has ended. Start "stiction view" again and open the address that it prints.';
  if (code === 1013) return `There is no room for another page${reason ? `: ${reason}` : ""}.`;
  return reason ? `The connection was lost (${reason}).` : "The connection was lost: is the program still running?";
}

const isWrongToken = (code: number, reason: string): boolean => code === 1008 && reason.startsWith("wrong token");
