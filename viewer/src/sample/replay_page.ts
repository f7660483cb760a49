import { base64OfBytes } from "../base/base64";
import type { Sample } from "./stack";

const marker = "<!--STICTION-DATA-->";

/// A replay file: the page with a recording in it.
export function replayPage(page: string, { description, figures, chunks }: Sample): string {
  const json = JSON.stringify(description).replaceAll("<", "\\u003c");
  const elements = [
    `<script type="application/json" id="stiction-description">${json}</script>`,
    `<script type="text/plain" id="stiction-figures">${base64OfBytes(figures)}</script>`,
    ...chunks.map((chunk) => `<script type="text/plain" class="stiction-chunk">${base64OfBytes(chunk)}</script>`),
  ];
  if (page.split(marker).length !== 2) throw new Error(`the page must contain ${marker} exactly once`);
  return page.replace(marker, () => elements.join("\n"));
}
