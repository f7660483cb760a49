import { createHash } from "node:crypto";
import type { Plugin } from "vite";

const marker = "<!--STICTION-DATA-->";

/// Puts script and style of the bundle into its HTML file, with a content-security policy that allows these two and nothing else.
export function onePage(): Plugin {
  return {
    name: "stiction-one-page",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      let html = "";
      let script = "";
      let style = "";
      for (const [name, item] of Object.entries(bundle)) {
        if (item.type === "chunk") script += item.code;
        else if (name.endsWith(".css")) style += text(item.source);
        else if (name.endsWith(".html")) html = text(item.source);
        else this.error(`${name}: does not fit into one page`);
        delete bundle[name];
      }
      this.emitFile({ type: "asset", fileName: "page.html", source: assemble(html, script, style) });
    },
  };
}

/// The page from its skeleton, program and style.
export function assemble(skeleton: string, script: string, style: string): string {
  const program = withoutTags(script);
  const look = style.trim();
  const bare = skeleton.replace(/\s*<script[^>]*src=[^>]*><\/script>/g, "").replace(/\s*<link[^>]*stylesheet[^>]*>/g, "");
  const page = bare
    .replace("<!--STICTION-POLICY-->", () => `<meta http-equiv="Content-Security-Policy" content="${policy(program, look)}">`)
    .replace("<!--STICTION-STYLE-->", () => `<style>${look}</style>`)
    .replace("<!--STICTION-PROGRAM-->", () => `<script type="module">${program}</script>`);
  if (page.split(marker).length !== 2) throw new Error(`page.html must contain ${marker} exactly once`);
  return page;
}

/// Inside a script element neither its end tag nor the start of a comment nor the place for data may occur.
function withoutTags(script: string): string {
  return script.trim().replace(/<\/(script)/gi, "<\\/$1").replace(/<!--/g, "<\\!--");
}

function policy(script: string, style: string): string {
  return [
    "default-src 'none'",
    `script-src '${hash(script)}'`,
    `style-src '${hash(style)}'`,
    "img-src data: blob:",
    "connect-src 'self' ws://localhost:* ws://127.0.0.1:* ws://[::1]:*",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

const hash = (content: string): string => `sha256-${createHash("sha256").update(content).digest("base64")}`;

const text = (source: string | Uint8Array): string => (typeof source === "string" ? source : Buffer.from(source).toString("utf8"));
