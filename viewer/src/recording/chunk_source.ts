import { bytesOfBase64 } from "../base/base64";
import { ViewerError } from "../base/error";

/// Where the packed chunks of a recording come from.
export interface ChunkSource {
  fetch(index: number): Promise<Uint8Array<ArrayBuffer>>;
}

/// Chunks that lie in the page itself, as base64.
export class EmbeddedChunks implements ChunkSource {
  constructor(private readonly texts: readonly { textContent: string | null }[]) {}

  fetch(index: number): Promise<Uint8Array<ArrayBuffer>> {
    const text = this.texts[index]?.textContent;
    if (!text) return Promise.reject(new ViewerError(`Part ${index + 1} of the recording is missing. Write the replay again.`));
    try {
      return Promise.resolve(bytesOfBase64(text));
    } catch (error) {
      return Promise.reject(error);
    }
  }
}

/// Chunks that a server sends on request (`stiction view RECORDING`).
export class RemoteChunks implements ChunkSource {
  constructor(private readonly request: (index: number) => Promise<Uint8Array<ArrayBuffer>>) {}

  fetch(index: number): Promise<Uint8Array<ArrayBuffer>> {
    return this.request(index);
  }
}
