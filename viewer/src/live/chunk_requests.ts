import { ViewerError } from "../base/error";
import type { ChunkEntry } from "../recording/description";

interface Waiting {
  resolve: (bytes: Uint8Array<ArrayBuffer>) => void;
  reject: (error: unknown) => void;
  forget: () => void;
}

/// Chunks asked of a server. They come as binary messages without a number; the first frame says which is which.
export class ChunkRequests {
  private entries: readonly ChunkEntry[] = [];
  private readonly waiting = new Map<number, Waiting>(); // by first frame

  /// `ask` sends a request whose reply comes only if it is refused.
  constructor(private readonly ask: (index: number) => { reply: Promise<unknown>; forget: () => void }) {}

  setEntries(entries: readonly ChunkEntry[]): void {
    this.entries = entries;
  }

  fetch(index: number): Promise<Uint8Array<ArrayBuffer>> {
    const entry = this.entries[index];
    if (!entry) return Promise.reject(new ViewerError(`The recording has no part ${index + 1}.`));
    return new Promise((resolve, reject) => {
      const { reply, forget } = this.ask(index);
      const waiting = { resolve, reject, forget };
      this.waiting.set(entry.first, waiting);
      reply.catch((error: unknown) => {
        if (this.waiting.get(entry.first) === waiting) this.waiting.delete(entry.first);
        reject(error);
      });
    });
  }

  receive(first: number, bytes: Uint8Array<ArrayBuffer>): void {
    const waiting = this.waiting.get(first);
    this.waiting.delete(first);
    waiting?.forget();
    waiting?.resolve(bytes);
  }

  failAll(reason: string): void {
    for (const { reject, forget } of this.waiting.values()) {
      forget();
      reject(new ViewerError(reason));
    }
    this.waiting.clear();
  }
}
