// Guards against wrong clocks: times written while a clock was ahead are ignored after its
// correction, and no row is deleted as expired while the clock may be wrong.
import type { Logger } from 'pino';
import { plainMs, unixMs, type UnixMs } from '@latchkey/protocol/units.ts';

/** The system time, for code outside a running service. The service receives its clock. */
export function machineNow(): UnixMs {
  return unixMs(Date.now());
}

/** Accepted difference between the clocks of machines, in seconds. */
export const clockSlackSeconds = 60;

/** Whether `until` is ahead, but not so far ahead that a wrong clock must have written it. */
export function isRunning(until: number, now: number, lifeSeconds: number): boolean {
  return until > now && until <= now + lifeSeconds + clockSlackSeconds;
}

/** A larger difference means that the clock was set, or the machine slept. */
const jumpMs = 30_000;
/** Time without a clock jump before rows may be deleted, so that corrections are seen first. */
export const evenForMs = 15 * 60_000;

export interface ClockParts {
  readonly nowMs: () => UnixMs;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs?: (() => number) | undefined;
  readonly log: Pick<Logger, 'warn'>;
}

/** Compares the wall clock with a monotonic one. Call `isEven` about once a minute. */
export class EvenClock {
  readonly #nowMs: () => UnixMs;
  readonly #elapsedMs: () => number;
  readonly #log: Pick<Logger, 'warn'>;
  #difference: number;
  #evenSince: number;

  constructor({ nowMs, elapsedMs = () => performance.now(), log }: ClockParts) {
    this.#nowMs = nowMs;
    this.#elapsedMs = elapsedMs;
    this.#log = log;
    this.#evenSince = elapsedMs();
    this.#difference = plainMs(nowMs()) - this.#evenSince;
  }

  /** Returns true if the clock has not jumped for `evenForMs`. Logs each jump once. */
  isEven(): boolean {
    const elapsed = this.#elapsedMs();
    const difference = plainMs(this.#nowMs()) - elapsed;
    const jumped = difference - this.#difference;
    this.#difference = difference;
    if (Math.abs(jumped) > jumpMs) {
      this.#evenSince = elapsed;
      this.#log.warn(
        { seconds: Math.round(jumped / 1000) },
        'The clock of this machine jumped, or the machine slept: sweeps are paused for a while',
      );
    }
    return elapsed - this.#evenSince >= evenForMs;
  }
}
