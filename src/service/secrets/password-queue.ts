// A bounded queue in front of password hashing: as many at a time as there are cores to do it, some more waiting, and beyond
// that a refusal at once, so that a flood of sign-ins cannot make everybody wait for ever. It changes no result.
import { availableParallelism } from 'node:os';
import { promise as createQueue } from 'fastq';
import type { Passwords } from './passwords.ts';

export interface QueueLimits {
  readonly atOnce: number;
  readonly waiting: number;
  /** How long the work that waits may take, by what the last hashes took. */
  readonly waitingMs: number;
  /** Milliseconds of any clock that only goes forward. */
  readonly clock: () => number;
}

/** libuv has four threads for such work. */
export const productionLimits: QueueLimits = {
  atOnce: Math.min(4, availableParallelism()),
  waiting: 100,
  waitingMs: 3000,
  clock: () => performance.now(),
};

/** Too much to do. Not the asker's fault: nothing may be counted against them. */
export class HashingBusy extends Error {
  override readonly name = 'HashingBusy';
  /** Seconds, 1 to 5. */
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super('Too many passwords are waiting to be checked');
    this.retryAfter = retryAfter;
  }
}

/** How much a new figure moves the average. */
const weight = 0.2;

/** Its functions reject with HashingBusy where too much waits already. */
export function queuePasswords(
  passwords: Passwords,
  limits: QueueLimits = productionLimits,
): Passwords {
  const { atOnce, clock } = limits;
  let averageMs = 0;
  const queue = createQueue(async (work: () => Promise<unknown>) => {
    const startedAt = clock();
    try {
      return await work();
    } finally {
      const tookMs = clock() - startedAt;
      averageMs = averageMs === 0 ? tookMs : averageMs + weight * (tookMs - averageMs);
    }
  }, atOnce);
  const enqueue = async <T>(work: () => Promise<T>): Promise<T> => {
    const waitMs = ((queue.length() + 1) * averageMs) / atOnce;
    const full = queue.length() >= limits.waiting || waitMs > limits.waitingMs;
    if (queue.running() >= atOnce && full)
      throw new HashingBusy(Math.min(5, Math.max(1, Math.ceil(waitMs / 1000))));
    return (await queue.push(work)) as T; // what this very work returned
  };
  return {
    ...passwords,
    hash: (...given) => enqueue(() => passwords.hash(...given)),
    verify: (...given) => enqueue(() => passwords.verify(...given)),
  };
}
