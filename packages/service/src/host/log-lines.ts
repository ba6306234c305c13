// Writes the log so that a full disk or a closed pipe never ends the service. All lines of an event
// loop turn are one write, because separate writes would take a notable part of a request's time.
// Lines that cannot be written are dropped, and their number is logged later.
import { writeSync } from 'node:fs';
import { errorCode } from '../start-problem.ts';
import { plainMs, type UnixMs } from '@latchkey/protocol/units.ts';
import { systemTime } from '../clock.ts';

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
  /** Other processes write to the same output, and their lines must not mix with these. */
  readonly isShared?: boolean;
}

/** Writes a single message. Ignores a failure, because it could not be reported either. */
export function writeMessage(output: Output, text: string): void {
  writeBytesTo(output, Buffer.from(text), writeSync);
}

/** Functions that write buffered lines on exit, for example those before a crash. */
const pendingFlushes = new Set<() => void>();
process.once('exit', () => {
  for (const flush of pendingFlushes) flush();
});

export function bufferLines(output: Output, options: LineOptions = {}): Pick<Output, 'write'> {
  const lines = new LogLines(output, options);
  let buffered = '';
  const flush = () => {
    const text = buffered;
    buffered = '';
    pendingFlushes.delete(flush);
    lines.write(text);
  };
  return {
    write(text) {
      if (buffered === '') {
        pendingFlushes.add(flush);
        setImmediate(flush);
      }
      buffered += text;
    },
  };
}

const maxWaitingBytes = 1024 * 1024;
const retryAfterMs = 20;
const lineEnd = 10;
const noBytes = new Uint8Array();

class LogLines {
  readonly #output: Output;
  readonly #writeBytes: WriteBytes;
  readonly #nowMs: () => UnixMs;
  /** Bytes that a slow reader has not taken yet. */
  #waitingBytes: Uint8Array = noBytes;
  #timer: NodeJS.Timeout | undefined;
  #dropped = 0;
  /** Whether the last written line is incomplete. */
  #isMidLine = false;

  constructor(output: Output, options: LineOptions) {
    const { writeBytes = writeSync, nowMs = systemTime, isShared = false } = options;
    this.#output = output;
    this.#writeBytes = isShared ? (fd, bytes) => writeBytes(fd, wholeLines(bytes)) : writeBytes;
    this.#nowMs = nowMs;
  }

  write(text: string): void {
    const bytes = Buffer.from(text);
    const isBlocked = this.#waitingBytes.length > 0 && !this.#writeNow(this.#waitingBytes);
    const isFull = this.#waitingBytes.length + bytes.length > maxWaitingBytes || this.#dropped > 0;
    if (isBlocked && !isFull) this.#waitingBytes = Buffer.concat([this.#waitingBytes, bytes]);
    else if (isBlocked || !this.#reportDropped()) this.#dropped += countLines(bytes);
    else this.#writeNow(bytes);
  }

  /** Returns false if not all bytes were written. The others wait, or are dropped and counted. */
  #writeNow(bytes: Uint8Array): boolean {
    const { remaining, canRetry } = writeBytesTo(this.#output, bytes, this.#writeBytes);
    this.#waitingBytes = canRetry ? remaining : noBytes;
    if (canRetry) this.#retry();
    else this.#drop(bytes, remaining);
    return remaining.length === 0;
  }

  #retry(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.write('');
    }, retryAfterMs).unref();
  }

  #drop(bytes: Uint8Array, remaining: Uint8Array): void {
    if (remaining.length < bytes.length)
      this.#isMidLine = bytes[bytes.length - remaining.length - 1] !== lineEnd;
    this.#dropped += countLines(remaining);
  }

  #reportDropped(): boolean {
    if (this.#dropped === 0) return true;
    const line = JSON.stringify({
      level: 'warn',
      time: new Date(plainMs(this.#nowMs())).toISOString(),
      dropped: this.#dropped,
      msg: 'Could not write the log for a while: lines were dropped',
    });
    const bytes = Buffer.from(`${this.#isMidLine ? '\n' : ''}${line}\n`);
    const { remaining } = writeBytesTo(this.#output, bytes, this.#writeBytes);
    if (remaining.length < bytes.length) this.#isMidLine = remaining.length > 0;
    if (remaining.length === 0) this.#dropped = 0;
    return remaining.length === 0;
  }
}

/** Bytes that Linux writes to a pipe without dividing them (PIPE_BUF). */
const undividedBytes = 4096;

/** Returns as many lines as are written undivided, or the first line if it is longer. */
function wholeLines(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= undividedBytes) return bytes;
  const last = bytes.lastIndexOf(lineEnd, undividedBytes - 1);
  const end = last === -1 ? bytes.indexOf(lineEnd) : last;
  return end === -1 ? bytes : bytes.subarray(0, end + 1);
}

function countLines(bytes: Uint8Array): number {
  return bytes.reduce((count, byte) => count + (byte === lineEnd ? 1 : 0), 0);
}

interface WriteResult {
  readonly remaining: Uint8Array;
  /** Whether the reader is slow and may accept the remaining bytes later. */
  readonly canRetry: boolean;
}

function writeBytesTo(output: Output, bytes: Uint8Array, writeBytes: WriteBytes): WriteResult {
  const { fd } = output;
  let remaining = bytes;
  try {
    if (fd === undefined) {
      output.write(Buffer.from(bytes).toString());
      remaining = noBytes;
    }
    while (fd !== undefined && remaining.length > 0)
      remaining = remaining.subarray(writeBytes(fd, remaining));
    return { remaining, canRetry: false };
  } catch (error) {
    return { remaining, canRetry: errorCode(error) === 'EAGAIN' };
  }
}
