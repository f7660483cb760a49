import "./style.css";
import { bytesOfBase64 } from "./base/base64";
import { messageOf, ViewerError } from "./base/error";
import { LivePage } from "./live/live_page";
import { messagePage } from "./panels/message";
import { decodeChunk } from "./recording/chunk";
import { EmbeddedChunks } from "./recording/chunk_source";
import { parseDescription } from "./recording/description";
import { Recording } from "./recording/recording";
import { emptyObject } from "./page_object";
import { Replay } from "./replay";

const root = document.getElementById("viewer")!;

/// A page that could not start shows why, and says so to whoever asks.
function showFailure(mode: "replay" | "live", error: unknown): void {
  const text = error instanceof ViewerError ? error.message : `Something went wrong in this page: ${messageOf(error)}`;
  console.error(error);
  messagePage(root, mode === "replay" ? "This replay cannot be shown" : "The simulation cannot be shown", text);
  window.stiction = emptyObject(mode, () => text);
}

async function openReplay(description: Element): Promise<void> {
  const parsed = parseDescription(description.textContent ?? "");
  const figures = document.getElementById("stiction-figures")?.textContent;
  const chunks = new EmbeddedChunks([...document.getElementsByClassName("stiction-chunk")]);
  const decoded = figures ? await decodeChunk(bytesOfBase64(figures)) : null;
  const replay = new Replay(root, new Recording(parsed, chunks, decoded));
  window.stiction = replay.object(replay.open());
}

const description = document.getElementById("stiction-description");
function openLive(): void {
  const token = location.hash.slice(1);
  if (!location.protocol.startsWith("http"))
    throw new ViewerError('There is no recording in this page. "stiction run SCENE --replay FILE.html" writes one, "stiction view SCENE" shows a live simulation.');
  addEventListener("hashchange", () => location.reload()); // another key in the same tab
  if (!token) throw new ViewerError('The address lacks its key, the part after "#". Open the address that "stiction view" printed.');
  const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/stream`;
  new LivePage(root, address, token, (object) => (window.stiction = object)).connect();
}

if (description) openReplay(description).catch((error: unknown) => showFailure("replay", error));
else
  try {
    openLive();
  } catch (error) {
    showFailure("live", error);
  }
