// Writes the log so that a full disk or a closed pipe never ends the service. All lines of an event
// loop turn are one write, because separate writes would take a notable part of a request's time.
// Lines that cannot be written are dropped, and their number is logged later.
import { writeSync } from 'node:fs';
import { errorCode } from '../start-problem.ts';
import type { UnixMs } from '@latchkey/protocol/units.ts';
import { machineNow } from '../clock.ts';

export interface Output {
  readonly write: (text: string) => unknown;
  /**
   * Set for a process stream. Such a stream fails permanently at its first error, so bytes go
   * directly to `fd`.
   */
  readonly fd?: number;
}

/** Like `fs.writeSync`: returns the number of bytes written, and throws if none can be. */
export type WriteBytes = (fd: number, bytes: Uint8Array) => number;

interface LineOptions {
  readonly writeBytes?: WriteBytes;
  readonly nowMs?: () => UnixMs;
}

/** Writes a single message. Ignores a failure, because it could not be reported either. */
export function writeMessage(output: Output, text: string): void {
  put(output, Buffer.from(text), writeSync);
}

/** Functions that write buffered lines on exit, for example those before a crash. */
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
const retryAfterMs = 20;
const lineEnd = 10;
const nothing = new Uint8Array();

class LogLines {
  readonly #output: Output;
  readonly #writeBytes: WriteBytes;
  readonly #nowMs: () => UnixMs;
  /** Bytes that a slow reader has not taken yet. */
  #waiting: Uint8Array = nothing;
  #timer: NodeJS.Timeout | undefined;
  #dropped = 0;
  /** Whether the last written line is incomplete. */
  #isMidLine = false;

  constructor(output: Output, { writeBytes = writeSync, nowMs = machineNow }: LineOptions) {
    this.#output = output;
    this.#writeBytes = writeBytes;
    this.#nowMs = nowMs;
  }

  write(text: string): void {
    const bytes = Buffer.from(text);
    const isBlocked = this.#waiting.length > 0 && !this.#take(this.#waiting);
    const isFull = this.#waiting.length + bytes.length > mostWaitingBytes || this.#dropped > 0;
    if (isBlocked && !isFull) this.#waiting = Buffer.concat([this.#waiting, bytes]);
    else if (isBlocked || !this.#reportDropped()) this.#dropped += linesOf(bytes);
    else this.#take(bytes);
  }

  /** Returns false if not all bytes were written. The others wait, or are dropped and counted. */
  #take(bytes: Uint8Array): boolean {
    const { rest, isLater } = put(this.#output, bytes, this.#writeBytes);
    this.#waiting = isLater ? rest : nothing;
    if (isLater) this.#retry();
    else this.#drop(bytes, rest);
    return rest.length === 0;
  }

  #retry(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.write('');
    }, retryAfterMs).unref();
  }

  #drop(bytes: Uint8Array, rest: Uint8Array): void {
    if (rest.length < bytes.length)
      this.#isMidLine = bytes[bytes.length - rest.length - 1] !== lineEnd;
    this.#dropped += linesOf(rest);
  }

  #reportDropped(): boolean {
    if (this.#dropped === 0) return true;
    const line = JSON.stringify({
      level: 40,
      time: this.#nowMs(),
      dropped: this.#dropped,
      msg: 'Could not write the log for a while: lines were dropped',
    });
    const bytes = Buffer.from(`${this.#isMidLine ? '\n' : ''}${line}\n`);
    const { rest } = put(this.#output, bytes, this.#writeBytes);
    if (rest.length < bytes.length) this.#isMidLine = rest.length > 0;
    if (rest.length === 0) this.#dropped = 0;
    return rest.length === 0;
  }
}

function linesOf(bytes: Uint8Array): number {
  return bytes.reduce((count, byte) => count + (byte === lineEnd ? 1 : 0), 0);
}

interface Put {
  readonly rest: Uint8Array;
  /** Whether the reader is slow and may accept the remaining bytes later. */
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
