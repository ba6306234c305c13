// Decodes a screenshot: a PNG with 8 bits per channel, with or without alpha.
import { inflateSync } from 'node:zlib';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** The red, green, blue and alpha values of each pixel, row by row. */
  readonly data: Uint8ClampedArray;
}

const signatureBytes = 8;

export function readPng(png: Buffer): Pixels {
  const parts: Buffer[] = [];
  let [width, height, channels] = [0, 0, 0];
  for (let at = signatureBytes; at < png.length;) {
    const length = png.readUInt32BE(at);
    const kind = png.toString('latin1', at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (kind === 'IHDR') {
      [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
      channels = body[9] === 6 ? 4 : 3;
      if (body[8] !== 8 || ![2, 6].includes(body[9] ?? 0) || body[12] !== 0)
        throw new Error('not a PNG as browsers write them');
    } else if (kind === 'IDAT') parts.push(body);
    at += length + 12;
  }
  const rows = unfilter(inflateSync(Buffer.concat(parts)), width * channels, channels);
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    data.set(rows.subarray(pixel * channels, (pixel + 1) * channels), pixel * 4);
  return { width, height, data };
}

/** Reverses the row filters, which predict bytes from earlier bytes (PNG specification, 9). */
function unfilter(raw: Buffer, rowBytes: number, channels: number): Buffer {
  const out = Buffer.alloc((raw.length / (rowBytes + 1)) * rowBytes);
  for (let row = 0; row * (rowBytes + 1) < raw.length; row += 1) {
    const filter = raw[row * (rowBytes + 1)] ?? 0;
    for (let column = 0; column < rowBytes; column += 1) {
      const at = row * rowBytes + column;
      const left = column < channels ? 0 : (out[at - channels] ?? 0);
      const up = row === 0 ? 0 : (out[at - rowBytes] ?? 0);
      const corner = column < channels || row === 0 ? 0 : (out[at - rowBytes - channels] ?? 0);
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      out[at] = (raw[row * (rowBytes + 1) + 1 + column] ?? 0) + predicted;
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((one) => Math.abs(guess - one));
  if (toLeft === undefined || toUp === undefined || toCorner === undefined) return 0;
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
