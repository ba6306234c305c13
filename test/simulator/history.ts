// The history of a simulation: one line for each event, and the promises that were broken.
import { createHash } from 'node:crypto';
import { scheduler } from './processes.ts';

export interface Broken {
  /** The name of the promise. */
  readonly promise: string;
  /** What the model expects, and what the service has. */
  readonly words: string;
  readonly atMs: number;
}

export class History {
  readonly lines: string[] = [];
  readonly broken: Broken[] = [];
  /** How often each thing happened that a promise is about. */
  readonly counts: Record<string, number> = {};
  readonly #hash = createHash('sha256');

  /** `fault` marks what the simulator did to the product. */
  note(who: string, words: string, fault?: 'fault'): void {
    const at = (scheduler.nowMs() / 1000).toFixed(6).padStart(12);
    const line = `${at} ${fault === undefined ? ' ' : '!'} ${who.padEnd(14)} ${words}`;
    this.#hash.update(`${line}\n`);
    this.lines.push(line);
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  breaks(promise: string, words: string): void {
    if (this.broken.some((one) => one.promise === promise)) return;
    this.broken.push({ promise, words, atMs: scheduler.nowMs() });
    this.note('BROKEN', `${promise}: ${words}`);
  }

  digest(): string {
    return this.#hash.copy().digest('hex');
  }
}

/** A short name for bytes, so that a history shows any difference. */
export function shortHash(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 8);
}
