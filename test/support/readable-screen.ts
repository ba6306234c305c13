// A virtual display whose pixels a test can read from outside, even while the tested program hangs
// and does not answer Playwright.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface ReadableScreen {
  /** The value for the environment variable DISPLAY. */
  readonly display: string;
  /** Counts the pixels of a colour, such as '4f46e5'. */
  readonly pixelsOf: (colour: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

/** `folder` receives the display server's screen file. */
export async function openReadableScreen(folder: string): Promise<ReadableScreen> {
  // Large enough that a key store's dialog in the corner does not cover a centred window.
  const screen = ['-screen', '0', '1600x1200x24', '-ac', '-nolisten', 'tcp', '-displayfd', '3'];
  const server = spawn('setpriv', ['--pdeathsig', 'TERM', 'Xvfb', ...screen, '-fbdir', folder], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const ended = once(server, 'exit');
  const number = server.stdio[3];
  if (number === null || number === undefined || !('read' in number))
    throw new Error('Xvfb has no way to say its number');
  const [line] = (await once(createInterface({ input: number }), 'line')) as [string]; // readline emits one string
  return {
    display: `:${line.trim()}`,
    pixelsOf: async (colour) => countOf(await readFile(path.join(folder, 'Xvfb_screen0')), colour),
    close: async () => {
      server.kill();
      await ended;
    },
  };
}

/** `image` is in XWD format: header and colours, then blue, green, red and padding per pixel. */
function countOf(image: Buffer, colour: string): number {
  const header = (at: number) => image.readUInt32BE(at * 4);
  const bytesOfAColour = 12;
  const pixels = image.subarray(header(0) + header(19) * bytesOfAColour);
  const wanted = Buffer.from(colour, 'hex').reverse().readUIntLE(0, 3);
  let count = 0;
  for (let at = 0; at + 4 <= pixels.length; at += 4)
    if (pixels.readUIntLE(at, 3) === wanted) count += 1;
  return count;
}
