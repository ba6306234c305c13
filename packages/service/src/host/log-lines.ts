// What the service writes for whoever reads along: a full disk or a closed pipe never ends it. Log lines of one turn of the
// event loop are written at once, because each write of its own would cost as much as a part of the request that it tells of.
// What cannot be written is dropped and counted, and one line says so when it works again.
import { writeSync } from 'node:fs';
import { errorCode } from '../start-problem.ts';
import type { UnixMs } from '@latchkey/protocol/units.ts';
import { machineNow } from '../clock.ts';

export interface Output {
  readonly write: (text: string) => unknown;
  /** Of a stream of this process, which would end for good with its first error: it is written to directly. */
  readonly fd?: number;
}

/** As `fs.writeSync`: returns how many bytes were taken, and throws where none can be. */
export type WriteBytes = (fd: number, bytes: Uint8Array) => number;

interface LineOptions {
  readonly writeBytes?: WriteBytes;
  readonly nowMs?: () => UnixMs;
}

/** For what is said once: where it cannot be said, nobody is there to hear why. */
export function say(output: Output, text: string): void {
  put(output, Buffer.from(text), writeSync);
}

/** What a crash of this very turn leaves is written before the process ends. */
const unwritten = new Set<() => void>();
process.once('exit', () => {
  for (const flush of unwritten) flush();
});

export function gatherLines(output: Output, options: LineOptions = {}): Pick<Output, 'write'> {
  const lines = new LogLines(output, options);
  let gathered = '';
  const flush = () => {
    const text = gathered;
    gathered = '';
    unwritten.delete(flush);
    lines.write(text);
  };
  return {
    write(text) {
      if (gathered === '') {
        unwritten.add(flush);
        setImmediate(flush);
      }
      gathered += text;
    },
  };
}

const mostWaitingBytes = 1024 * 1024;
const triesAgainAfterMs = 20;
const lineEnd = 10;
const nothing = new Uint8Array();

class LogLines {
  readonly #output: Output;
  readonly #writeBytes: WriteBytes;
  readonly #nowMs: () => UnixMs;
  /** For a reader who is slow. */
  #waiting: Uint8Array = nothing;
  #timer: NodeJS.Timeout | undefined;
  #dropped = 0;
  /** The last one that was begun could not be finished. */
  #isInLine = false;

  constructor(output: Output, { writeBytes = writeSync, nowMs = machineNow }: LineOptions) {
    this.#output = output;
    this.#writeBytes = writeBytes;
    this.#nowMs = nowMs;
  }

  write(text: string): void {
    const bytes = Buffer.from(text);
    const isHeldUp = this.#waiting.length > 0 && !this.#take(this.#waiting);
    const isFull = this.#waiting.length + bytes.length > mostWaitingBytes || this.#dropped > 0;
    if (isHeldUp && !isFull) this.#waiting = Buffer.concat([this.#waiting, bytes]);
    else if (isHeldUp || !this.#tellDropped()) this.#dropped += linesOf(bytes);
    else this.#take(bytes);
  }

  /** false: not all of it was taken; the rest waits, or is dropped and counted. */
  #take(bytes: Uint8Array): boolean {
    const { rest, isLater } = put(this.#output, bytes, this.#writeBytes);
    this.#waiting = isLater ? rest : nothing;
    if (isLater) this.#tryAgain();
    else this.#drop(bytes, rest);
    return rest.length === 0;
  }

  #tryAgain(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.write('');
    }, triesAgainAfterMs).unref();
  }

  #drop(bytes: Uint8Array, rest: Uint8Array): void {
    if (rest.length < bytes.length)
      this.#isInLine = bytes[bytes.length - rest.length - 1] !== lineEnd;
    this.#dropped += linesOf(rest);
  }

  #tellDropped(): boolean {
    if (this.#dropped === 0) return true;
    const line = JSON.stringify({
      level: 40,
      time: this.#nowMs(),
      dropped: this.#dropped,
      msg: 'Could not write the log for a while: lines were dropped',
    });
    const bytes = Buffer.from(`${this.#isInLine ? '\n' : ''}${line}\n`);
    const { rest } = put(this.#output, bytes, this.#writeBytes);
    if (rest.length < bytes.length) this.#isInLine = rest.length > 0;
    if (rest.length === 0) this.#dropped = 0;
    return rest.length === 0;
  }
}

function linesOf(bytes: Uint8Array): number {
  return bytes.reduce((count, byte) => count + (byte === lineEnd ? 1 : 0), 0);
}

interface Put {
  readonly rest: Uint8Array;
  /** Whoever reads is slow: the rest may be taken later. */
  readonly isLater: boolean;
}

function put(output: Output, bytes: Uint8Array, writeBytes: WriteBytes): Put {
  const { fd } = output;
  let rest = bytes;
  try {
    if (fd === undefined) {
      output.write(Buffer.from(bytes).toString());
      rest = nothing;
    }
    while (fd !== undefined && rest.length > 0) rest = rest.subarray(writeBytes(fd, rest));
    return { rest, isLater: false };
  } catch (error) {
    return { rest, isLater: errorCode(error) === 'EAGAIN' };
  }
}
