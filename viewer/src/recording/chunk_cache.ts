import { decodeChunk, type Chunk } from "./chunk";
import type { ChunkSource } from "./chunk_source";

/// Decoded chunks, the most recently used ones, within a bound on memory. A chunk in use is never dropped.
export class ChunkCache {
  private readonly chunks = new Map<number, Chunk>(); // in order of use, oldest first
  private readonly pending = new Map<number, Promise<Chunk>>();
  private held = 0; // [bytes]

  constructor(
    private readonly source: ChunkSource,
    private readonly limit: number, // [bytes]
  ) {}

  get bytes(): number {
    return this.held;
  }
  get count(): number {
    return this.chunks.size;
  }

  /// The chunk if it is decoded.
  peek(index: number): Chunk | null {
    const chunk = this.chunks.get(index);
    if (!chunk) return null;
    this.chunks.delete(index);
    this.chunks.set(index, chunk);
    return chunk;
  }

  load(index: number): Promise<Chunk> {
    const ready = this.peek(index);
    if (ready) return Promise.resolve(ready);
    let promise = this.pending.get(index);
    if (!promise) {
      promise = this.source
        .fetch(index)
        .then(decodeChunk)
        .then((chunk) => this.keep(index, chunk))
        .finally(() => this.pending.delete(index));
      this.pending.set(index, promise);
    }
    return promise;
  }

  private keep(index: number, chunk: Chunk): Chunk {
    this.chunks.set(index, chunk);
    this.held += chunk.bytes;
    for (const [oldest, dropped] of this.chunks) {
      if (this.held <= this.limit || this.chunks.size <= 2) break;
      this.chunks.delete(oldest);
      this.held -= dropped.bytes;
    }
    return chunk;
  }
}
