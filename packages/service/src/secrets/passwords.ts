// Password hashes: argon2id with the parameters that OWASP recommends; those of another server (bcrypt) are only compared.
// Passwords are compared byte for byte as UTF-8, never trimmed or normalised.
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { compareBcrypt, isBcrypt, mostBcryptBytes, nobodysBcrypt } from './bcrypt.ts';
import { availableParallelism } from 'node:os';
import { Overloaded } from '../overloaded.ts';
import { FairQueue, type QueueSize } from '../fair-queue.ts';

export interface Passwords {
  readonly hash: (password: string) => Promise<string>;
  /**
   * `storedHash` null (no such user): takes as long as a wrong password does, and is false. `legacy`: the application's users
   * may still have hashes of another server (`legacyHashes`); without it, those are never right.
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

/** What compares a password with a hash. Tests count with it. */
export interface Comparing {
  readonly own: (hash: string, password: string) => Promise<boolean>;
  readonly imported: (hash: string, password: string) => Promise<boolean>;
}

const comparing: Comparing = {
  own: (hash, password) => verify(hash, password),
  imported: compareBcrypt,
};

export async function createPasswords(
  cost: PasswordCost,
  compare: Comparing = comparing,
): Promise<Passwords> {
  // argon2id is the library's default algorithm; its type is a const enum, which cannot be named here.
  const options = { memoryCost: cost.memoryKib, timeCost: cost.passes, parallelism: 1 };
  const nobody = await hash(randomBytes(32).toString('base64url'), options);
  return {
    hash: (password) => hash(password, options),
    async verify(storedHash, password, legacy) {
      const imported = storedHash !== null && isBcrypt(storedHash) ? storedHash : null;
      const own = imported === null ? storedHash : null;
      // SECURITY: the same work whether or not the user exists and whoever made the hash, so that time tells nothing apart.
      const right = await compare.own(own ?? nobody, password);
      if (!legacy) return right && own !== null;
      const rightImported = await compare.imported(imported ?? nobodysBcrypt, password);
      if (imported === null) return right && own !== null;
      // SECURITY: looked at last, so that it takes no less time.
      return rightImported && Buffer.byteLength(password) <= mostBcryptBytes;
    },
  };
}

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
