import { ViewerError } from "../base/error";
import { emptyObject, type PageObject } from "../page_object";
import { messagePage } from "../panels/message";
import { decodeChunk, readHead } from "../recording/chunk";
import { RemoteChunks } from "../recording/chunk_source";
import { checkDescription, type Description } from "../recording/description";
import { Recording } from "../recording/recording";
import { Replay } from "../replay";
import { ChunkRequests } from "./chunk_requests";
import { Connection, type ConnectionState, type Socket } from "./connection";
import { LiveView } from "./live_view";
import type { ServerMessage } from "./protocol";

/// The page that a server sent: it connects, and shows a live simulation or a recording of the server.
export class LivePage {
  private readonly connection: Connection;
  private readonly requests: ChunkRequests;
  private live: LiveView | null = null;
  private replay: Replay | null = null;
  private described = "";
  private failure: string | null = null; // before there is anything to show
  private resolveReady: () => void = () => undefined;
  private readonly ready = new Promise<void>((resolve) => (this.resolveReady = resolve));

  constructor(private readonly root: HTMLElement, address: string, token: string, private readonly publish: (object: PageObject) => void) {
    this.connection = new Connection(() => new WebSocket(address) as unknown as Socket, token, {
      onMessage: (message) => this.guard(() => this.receive(message)),
      onBinary: (bytes) => this.guard(() => this.receiveBinary(bytes)),
      onState: (state) => this.showState(state),
    });
    this.requests = new ChunkRequests((index) => this.connection.start({ type: "chunk", index } as { type: string }));
  }

  connect(): void {
    this.publish(emptyObject("live", () => this.failure, this.ready));
    this.connection.connect();
  }

  private receive(message: Exclude<ServerMessage, { type: "reply" }>): void {
    if (message.type === "status") this.live?.update(message);
    else this.describe(checkDescription(message.description));
  }

  /// The same scene again after a restart goes on; another one needs a new page.
  private describe(description: Description): void {
    const text = JSON.stringify(description);
    if (this.described === text) return this.replay?.again();
    if (this.described !== "") return location.reload();
    this.described = text;
    if (description.chunks) {
      this.requests.setEntries(description.chunks);
      this.replay = new Replay(this.root, new Recording(description, new RemoteChunks((index) => this.requests.fetch(index)), null));
      this.publish({ ...this.replay.object(this.ready), connected: () => this.connection.isOpen });
      void this.replay.open().then(() => this.resolveReady());
    } else {
      if (!description.live) throw new ViewerError("The server sent neither a recording nor a live simulation.");
      this.live = new LiveView(this.root, description, this.connection);
      this.publish(this.live.object(this.ready));
    }
  }

  private receiveBinary(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.live) {
      this.live.receive(bytes);
      return this.resolveReady();
    }
    const head = readHead(bytes);
    if (head.bodies > 0) this.requests.receive(head.first, bytes);
    else void decodeChunk(bytes).then((figures) => this.replay?.setFigures(figures), () => undefined);
  }

  private showState(state: ConnectionState): void {
    const shell = (this.live ?? this.replay)?.shell;
    this.live?.showConnected(state.kind === "connected");
    if (state.kind === "lost" || state.kind === "refused") {
      const text = state.kind === "lost" ? `${state.reason} Trying again …` : state.reason;
      this.requests.failAll(text);
      if (shell) shell.messages.fail(text);
      else this.showFailure(state.kind === "lost" ? "No simulation yet" : "Another run", text);
    } else if (state.kind === "connected") shell?.messages.clear();
    else if (!shell) messagePage(this.root, "Connecting …", "The simulation will be here in a moment.");
  }

  /// What goes wrong with a message is shown, and the connection goes on.
  private guard(action: () => void): void {
    try {
      action();
    } catch (error) {
      console.error(error);
      const text = error instanceof Error ? error.message : String(error);
      const shell = (this.live ?? this.replay)?.shell;
      if (shell) shell.messages.fail(text);
      else this.showFailure("The simulation cannot be shown", text);
    }
  }

  private showFailure(title: string, text: string): void {
    this.failure = text;
    messagePage(this.root, title, text);
  }
}
