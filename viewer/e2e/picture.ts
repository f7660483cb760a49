import { inflateSync } from "node:zlib";
import type { Page } from "playwright-core";

export type Rgb = [number, number, number]; // 0 to 255

/// A decoded PNG: what Chromium writes, 8 bits a channel, not interlaced.
export class Pixels {
  readonly width: number;
  readonly height: number;
  private readonly channels: number;
  private readonly data: Uint8Array;

  constructor(png: Buffer) {
    this.width = png.readUInt32BE(16);
    this.height = png.readUInt32BE(20);
    this.channels = png[25] === 6 ? 4 : 3;
    const parts: Buffer[] = [];
    for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
      if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
    this.data = unfiltered(inflateSync(Buffer.concat(parts)), this.width * this.channels, this.height, this.channels);
  }

  at(x: number, y: number): Rgb {
    const at = (Math.round(y) * this.width + Math.round(x)) * this.channels;
    return [this.data[at]!, this.data[at + 1]!, this.data[at + 2]!];
  }

  /// How many pixels satisfy a condition.
  count(holds: (colour: Rgb) => boolean): number {
    let count = 0;
    for (let y = 0; y < this.height; ++y) for (let x = 0; x < this.width; ++x) if (holds(this.at(x, y))) ++count;
    return count;
  }

  /// The middle colour, channel by channel, of a square around a point.
  median(x: number, y: number, reach = 3): Rgb {
    const around: Rgb[] = [];
    for (let i = -reach; i <= reach; ++i) for (let j = -reach; j <= reach; ++j) around.push(this.at(x + i, y + j));
    const middle = (channel: number): number => around.map((colour) => colour[channel]!).sort((a, b) => a - b)[around.length >> 1]!;
    return [middle(0), middle(1), middle(2)];
  }
}

/// The page as it is on the screen now, after everything that was asked for is drawn.
export async function pixelsOf(page: Page): Promise<Pixels> {
  await drawn(page);
  return new Pixels(await page.screenshot());
}

/// Waits until the page has drawn what it was asked to.
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));

export const brightness = ([r, g, b]: Rgb): number => (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;

/// Hue [degrees], saturation and lightness (0 to 1).
export function hueOf([r, g, b]: Rgb): { hue: number; saturation: number; lightness: number } {
  const [largest, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const span = largest - least;
  const sum = (largest + least) / 255;
  if (span === 0) return { hue: 0, saturation: 0, lightness: sum / 2 };
  const sixth = largest === r ? ((g - b) / span + 6) % 6 : largest === g ? (b - r) / span + 2 : (r - g) / span + 4;
  return { hue: 60 * sixth, saturation: span / 255 / (1 - Math.abs(sum - 1)), lightness: sum / 2 };
}

export const near = (a: Rgb, b: Rgb, reach: number): boolean => a.every((value, i) => Math.abs(value - b[i]!) <= reach);

export const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as Rgb;

/// Undoes the filters of PNG (ISO 15948, section 9), line by line.
function unfiltered(lines: Buffer, size: number, height: number, step: number): Uint8Array {
  const data = new Uint8Array(size * height);
  for (let y = 0; y < height; ++y) {
    const filter = lines[y * (size + 1)]!;
    for (let i = 0; i < size; ++i) {
      const left = i >= step ? data[y * size + i - step]! : 0;
      const up = y > 0 ? data[(y - 1) * size + i]! : 0;
      const corner = i >= step && y > 0 ? data[(y - 1) * size + i - step]! : 0;
      data[y * size + i] = lines[y * (size + 1) + 1 + i]! + [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]!;
    }
  }
  return data;
}

function paeth(left: number, up: number, corner: number): number {
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
}
