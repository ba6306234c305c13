// Hashes and verifies passwords: argon2id with OWASP's recommended parameters; bcrypt hashes of
// another server are only verified. Passwords are compared as UTF-8, never trimmed or normalised.
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { compareBcrypt, isBcrypt, maxBcryptBytes, dummyBcryptHash } from './bcrypt.ts';
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { Overloaded } from '../overloaded.ts';
import { FairQueue, type QueueLoad, type QueueSize } from '../fair-queue.ts';

export interface Passwords {
  readonly hash: (password: string) => Promise<string>;
  /**
   * Returns false for a null hash, after as much work as for a wrong password. `legacy` means that
   * the application accepts hashes of another server (`legacyHashes`).
   */
  readonly verify: (
    storedHash: string | null,
    password: string,
    legacy: boolean,
  ) => Promise<boolean>;
}

export interface PasswordCost {
  readonly memoryKib: number;
  readonly passes: number;
}

export const productionCost: PasswordCost = { memoryKib: 19 * 1024, passes: 2 };

/** Compares passwords with hashes. Tests replace it to count the comparisons. */
export interface PasswordComparison {
  readonly own: (hash: string, password: string) => Promise<boolean>;
  readonly imported: (hash: string, password: string) => Promise<boolean>;
}

const productionComparison: PasswordComparison = {
  own: (hash, password) => verify(hash, password),
  imported: compareBcrypt,
};

export async function createPasswords(
  cost: PasswordCost,
  compare: PasswordComparison = productionComparison,
): Promise<Passwords> {
  // argon2id is the library's default. Its type is a const enum, which cannot be named here.
  const options = { memoryCost: cost.memoryKib, timeCost: cost.passes, parallelism: 1 };
  const dummyHash = await hash(randomBytes(32).toString('base64url'), options);
  return {
    hash: (password) => hash(password, options),
    async verify(storedHash, password, legacy) {
      const imported = storedHash !== null && isBcrypt(storedHash) ? storedHash : null;
      const own = imported === null ? storedHash : null;
      // SECURITY: the same work for missing users and all hashes, so that timing reveals nothing.
      const isMatch = await compare.own(own ?? dummyHash, password);
      if (!legacy) return isMatch && own !== null;
      const isImportedMatch = await compare.imported(imported ?? dummyBcryptHash, password);
      if (imported === null) return isMatch && own !== null;
      // SECURITY: the length is checked last, so that a long password takes the same time.
      return isImportedMatch && Buffer.byteLength(password) <= maxBcryptBytes;
    },
  };
}

export interface QueueLimits extends QueueSize {
  /** Maximum wait, estimated from the duration of the latest hashes. */
  readonly maxEstimatedWaitMs: number;
  /** Milliseconds of a monotonic clock. */
  readonly clock: () => number;
}

/** libuv has four threads. One stays free for disk syncs, which every writer waits for. */
export const productionLimits: QueueLimits = {
  workers: Math.min(3, availableParallelism()),
  waiting: 100,
  maxEstimatedWaitMs: 3000,
  clock: () => performance.now(),
};

export interface QueuedPasswords extends Passwords {
  /**
   * Takes as long as the application's recent verifications did, without their work.
   * SECURITY: hides whether a request was refused before its password was verified.
   */
  readonly imitateVerify: () => Promise<void>;
}

/** Each application has its share of the queue (docs/protocol.md#fair-shares). */
export interface PasswordQueue {
  /**
   * Returns the functions of an application, which reject with Overloaded (retry after 1 to 5
   * seconds) if too much work waits.
   */
  readonly of: (applicationId: string) => QueuedPasswords;
  readonly load: () => QueueLoad;
}

/** Weight of a new value in the moving averages. */
const weight = 0.2;
/** Assumed duration of a verification until one has been measured. */
const assumedMs = 30;

function averageOf(before: number, tookMs: number): number {
  return before === 0 ? tookMs : before + weight * (tookMs - before);
}

export function queuePasswords(
  passwords: Passwords,
  limits: QueueLimits = productionLimits,
  pause: (ms: number) => Promise<unknown> = setTimeout,
): PasswordQueue {
  const { clock } = limits;
  const queue = new FairQueue(limits, clock);
  let averageMs = 0;
  const timed = async <T>(work: () => Promise<T>): Promise<T> => {
    const startedAt = clock();
    try {
      return await work();
    } finally {
      averageMs = averageOf(averageMs, clock() - startedAt);
    }
  };
  const enqueue = async <T>(tenant: string, work: () => Promise<T>): Promise<T> => {
    const waitMs = (queue.startsUntil(tenant) * averageMs) / queue.workersOf(tenant);
    const busy = () => new Overloaded(Math.min(5, Math.max(1, Math.ceil(waitMs / 1000))));
    if (queue.isBusyFor(tenant) && waitMs > limits.maxEstimatedWaitMs) throw busy();
    const result = queue.push(tenant, () => timed(work), busy);
    if (result === null) throw busy();
    return result;
  };
  /** Average milliseconds of each application's verifications, including the wait. */
  const verifyMs = new Map<string, number>();
  return {
    load: () => queue.load(),
    of: (tenant) => ({
      hash: (...given) => enqueue(tenant, () => passwords.hash(...given)),
      async verify(...given) {
        const startedAt = clock();
        const isCorrect = await enqueue(tenant, () => passwords.verify(...given));
        verifyMs.set(tenant, averageOf(verifyMs.get(tenant) ?? 0, clock() - startedAt));
        return isCorrect;
      },
      async imitateVerify() {
        const ms = verifyMs.get(tenant) ?? assumedMs;
        await pause(ms * (0.75 + Math.random() / 2));
      },
    }),
  };
}
