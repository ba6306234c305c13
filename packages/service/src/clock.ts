// Handles wrong clocks: the service ignores times that a fast clock wrote, and deletes no expired
// rows while the clock may be wrong.
import type { Logger } from 'pino';
import { plainMs, unixMs, type UnixMs } from '@latchkey/protocol/units.ts';

/** Returns the system time. Code inside a running service uses the injected clock instead. */
export function systemTime(): UnixMs {
  return unixMs(Date.now());
}

/** Accepted difference between the clocks of two machines, in seconds. */
export const clockToleranceSeconds = 60;

/**
 * Returns whether `endsAt` is in the future. Returns false if it is more than `lifetimeSeconds`
 * away, because only a wrong clock could have written it.
 */
export function isUnexpired(endsAt: number, now: number, lifetimeSeconds: number): boolean {
  return endsAt > now && endsAt <= now + lifetimeSeconds + clockToleranceSeconds;
}

/** A larger jump between two checks means that the clock was set or the machine slept. */
const minJumpMs = 30_000;
/** How long the clock must be steady before rows may be deleted. */
export const steadyForMs = 15 * 60_000;

export interface ClockParts {
  readonly nowMs: () => UnixMs;
  /** Returns milliseconds of a monotonic clock. */
  readonly elapsedMs?: (() => number) | undefined;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Detects jumps of the wall clock by comparing it with a monotonic clock. Call `isSteady` about
 * once a minute.
 */
export class ClockMonitor {
  readonly #nowMs: () => UnixMs;
  readonly #elapsedMs: () => number;
  readonly #log: Pick<Logger, 'warn'>;
  #difference: number;
  #steadySince: number;

  constructor({ nowMs, elapsedMs = () => performance.now(), log }: ClockParts) {
    this.#nowMs = nowMs;
    this.#elapsedMs = elapsedMs;
    this.#log = log;
    this.#steadySince = elapsedMs();
    this.#difference = plainMs(nowMs()) - this.#steadySince;
  }

  /** Returns whether the clock has not jumped for `steadyForMs`. Logs each jump once. */
  isSteady(): boolean {
    const elapsed = this.#elapsedMs();
    const difference = plainMs(this.#nowMs()) - elapsed;
    const jumped = difference - this.#difference;
    this.#difference = difference;
    if (Math.abs(jumped) > minJumpMs) {
      this.#steadySince = elapsed;
      this.#log.warn(
        { seconds: Math.round(jumped / 1000) },
        'The clock of this machine jumped, or the machine slept: sweeps are paused for a while',
      );
    }
    return elapsed - this.#steadySince >= steadyForMs;
  }
}
