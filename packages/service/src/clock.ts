// Clocks are set, and sometimes wrong: what was written while one was ahead must not hold anybody up once it is right again, and
// nothing is removed for being over as long as the clock may be wrong.
import type { Logger } from 'pino';
import { plainMs, unixMs, type UnixMs } from '@latchkey/protocol/units.ts';

/** Of this machine: for what does not run inside a service, which is given its clock. */
export function machineNow(): UnixMs {
  return unixMs(Date.now());
}

/** By how many seconds clocks of several machines may differ, and the time of a request be older than that of another. */
export const clockSlackSeconds = 60;

/** `until`, of what lives for `lifeSeconds`: not over, and of no clock that was ahead. */
export function isRunning(until: number, now: number, lifeSeconds: number): boolean {
  return until > now && until <= now + lifeSeconds + clockSlackSeconds;
}

/** Beyond it the clock was set (or the machine slept), and did not only run a little fast. */
const jumpMs = 30_000;
/** How long a clock must have run evenly until what it says is over may be removed: long enough to see that it is wrong. */
export const evenForMs = 15 * 60_000;

export interface ClockParts {
  readonly nowMs: () => UnixMs;
  /** Milliseconds of a clock that nobody sets. */
  readonly elapsedMs?: (() => number) | undefined;
  readonly log: Pick<Logger, 'warn'>;
}

/** The wall clock beside one that nobody sets. To be asked about once a minute. */
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

  /** true: it was not set for long, so that what it says is over is over. A jump is said in the log, once. */
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
