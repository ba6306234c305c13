// A bounded queue in front of password hashing: as many at a time as there are cores to do it, some more waiting, and beyond
// that a refusal at once, so that a flood of sign-ins cannot make everybody wait for ever. It changes no result.
import { availableParallelism } from 'node:os';
import { Overloaded } from '../overloaded.ts';
import { FairQueue, type QueueSize } from '../fair-queue.ts';
import type { Passwords } from './passwords.ts';

export interface QueueLimits extends QueueSize {
  /** How long the work that waits may take, by what the last hashes took. */
  readonly waitingMs: number;
  /** Milliseconds of any clock that only goes forward. */
  readonly clock: () => number;
}

/** libuv has four threads for such work; one is left for syncs to the disk, which everybody who writes waits for. */
export const productionLimits: QueueLimits = {
  atOnce: Math.min(3, availableParallelism()),
  waiting: 100,
  waitingMs: 3000,
  clock: () => performance.now(),
};

/** Each application has its share of it (contract 0.21). */
export interface PasswordQueue {
  /** Its functions reject with Overloaded, 1 to 5 seconds, where too much waits already. */
  readonly of: (applicationId: string) => Passwords;
}

/** How much a new figure moves the average. */
const weight = 0.2;

export function queuePasswords(
  passwords: Passwords,
  limits: QueueLimits = productionLimits,
): PasswordQueue {
  const { clock } = limits;
  const queue = new FairQueue(limits, clock);
  let averageMs = 0;
  const timed = async <T>(work: () => Promise<T>): Promise<T> => {
    const startedAt = clock();
    try {
      return await work();
    } finally {
      const tookMs = clock() - startedAt;
      averageMs = averageMs === 0 ? tookMs : averageMs + weight * (tookMs - averageMs);
    }
  };
  const enqueue = async <T>(tenant: string, work: () => Promise<T>): Promise<T> => {
    const waitMs = (queue.startsUntil(tenant) * averageMs) / queue.workersOf(tenant);
    const busy = () => new Overloaded(Math.min(5, Math.max(1, Math.ceil(waitMs / 1000))));
    if (queue.isBusyFor(tenant) && waitMs > limits.waitingMs) throw busy();
    const result = queue.push(tenant, () => timed(work), busy);
    if (result === null) throw busy();
    return result;
  };
  return {
    of: (tenant) => ({
      hash: (...given) => enqueue(tenant, () => passwords.hash(...given)),
      verify: (...given) => enqueue(tenant, () => passwords.verify(...given)),
    }),
  };
}
