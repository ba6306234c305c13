// Validates imported password hashes (bcrypt, argon2id) and verifies bcrypt ones. A comparison
// takes a tenth of a second of CPU time, so it runs in a thread. The service never creates bcrypt
// hashes.
import { Worker } from 'node:worker_threads';

/** The hash of a discarded random password, compared for users that do not exist. */
export const dummyBcryptHash = '$2b$10$XyNNI4QKwt8m7EIK7Kmyy.RDEZt3VsrBZ7hDIAA/TssHX7MgOihrm';

/**
 * SECURITY: bcrypt ignores bytes after the 72nd, so the hash of a longer password accepts other
 * passwords too. Passwords of 72 bytes or more never match; their users must set new ones.
 */
export const maxBcryptBytes = 71;

/** SECURITY: the cost is bounded, because each step doubles the work and hashes are untrusted. */
const bcryptForm = /^\$2[aby]\$(?:0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/;

/** Accepts `$2a$`, `$2b$` and `$2y$` with a cost from 4 to 14. */
export function isBcrypt(hash: string): boolean {
  return bcryptForm.test(hash);
}

export interface Comparison {
  readonly password: string;
  readonly hash: string;
}

/** In a build, the worker is beside the bundled service; tests use the source. */
const workerFile = import.meta.url.endsWith('.ts') ? './bcrypt-worker.ts' : './bcrypt-worker.js';

interface Waiting {
  readonly resolve: (isMatch: boolean) => void;
  readonly reject: (error: unknown) => void;
}

let worker: Worker | null = null;
/** Results arrive in the order of the requests. */
const waiting: Waiting[] = [];

/** `hash` must satisfy `isBcrypt`, and the password must fit in `maxBcryptBytes`. */
export function compareBcrypt(hash: string, password: string): Promise<boolean> {
  const comparison: Comparison = { password, hash };
  return new Promise((resolve, reject) => {
    const thread = (worker ??= startWorker());
    waiting.push({ resolve, reject });
    thread.ref();
    thread.postMessage(comparison);
  });
}

function startWorker(): Worker {
  const thread = new Worker(new URL(workerFile, import.meta.url));
  thread.on('message', (isMatch: boolean) => {
    waiting.shift()?.resolve(isMatch);
    // An idle thread must not keep the process alive.
    if (waiting.length === 0) thread.unref();
  });
  thread.on('error', (error) => {
    worker = null;
    for (const { reject } of waiting.splice(0)) reject(error);
  });
  return thread;
}

/** Limits of an imported argon2id hash: KiB of memory, passes, and their product. */
const maxArgon2 = { memory: 65_536, passes: 10, work: 262_144 };

const argon2Form =
  /^\$argon2id\$v=19\$m=([1-9][0-9]{0,6}),t=([1-9][0-9]?),p=([1-9][0-9]?)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** Each step doubles the work of a sign-in; at 12 it takes a quarter of a second. */
const maxImportedBcryptCost = 12;

/** Returns null if the hash is not accepted. A sign-in replaces `bcrypt` with argon2id. */
export function importedHashKind(hash: string): 'argon2id' | 'bcrypt' | null {
  if (isBcrypt(hash)) return Number(hash.slice(4, 6)) <= maxImportedBcryptCost ? 'bcrypt' : null;
  const argon2 = argon2Form.exec(hash);
  if (argon2 === null) return null;
  const [memory = 0, passes = 0, lanes = 0] = argon2.slice(1, 4).map(Number);
  const salt = argon2[4] ?? '';
  const digest = argon2[5] ?? '';
  const fits =
    memory >= 8 * lanes &&
    memory <= maxArgon2.memory &&
    passes <= maxArgon2.passes &&
    memory * passes <= maxArgon2.work &&
    [salt, digest].every((text) => text.length % 4 !== 1);
  return fits ? 'argon2id' : null;
}
