// Password hashes that another server made with bcrypt: recognising one and comparing it, in a thread of its own because the
// comparison takes a tenth of a second of computing. No such hash is ever made here.
import { Worker } from 'node:worker_threads';

/** What the comparison of nobody's password is made with; of a random password that was thrown away. */
export const nobodysBcrypt = '$2b$10$XyNNI4QKwt8m7EIK7Kmyy.RDEZt3VsrBZ7hDIAA/TssHX7MgOihrm';

/**
 * bcrypt looks at 72 bytes: a hash of a longer password would take anything that begins like it, and of 72 nobody can tell
 * whether there were more. SECURITY: such passwords are never right; they have to be set anew.
 */
export const mostBcryptBytes = 71;

/** SECURITY: the cost is bounded, as each step doubles the work and hashes come from strangers. */
const bcryptForm = /^\$2[aby]\$(?:0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/;

/** Whether a hash can be imported: `$2a$`, `$2b$` or `$2y$`, of a cost from 4 to 14. */
export function isBcrypt(hash: string): boolean {
  return bcryptForm.test(hash);
}

export interface Comparison {
  readonly password: string;
  readonly hash: string;
}

/** Built, it is a file beside the service's own; in tests it runs from its source, as they do. */
const workerFile = import.meta.url.endsWith('.ts') ? './bcrypt-worker.ts' : './bcrypt-worker.js';

interface Waiting {
  readonly resolve: (right: boolean) => void;
  readonly reject: (error: unknown) => void;
}

let worker: Worker | null = null;
/** Answers come in the order of the questions. */
const waiting: Waiting[] = [];

/**
 * `hash` must satisfy `isBcrypt`, and the password have no more than `mostBcryptBytes`: the rest is not looked at.
 */
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
  thread.on('message', (right: boolean) => {
    waiting.shift()?.resolve(right);
    // It must not keep a process alive that has nothing else to do.
    if (waiting.length === 0) thread.unref();
  });
  thread.on('error', (error) => {
    worker = null;
    for (const { reject } of waiting.splice(0)) reject(error);
  });
  return thread;
}

/** KiB of memory and passes of one verification, and both together. */
const most = { memory: 65_536, passes: 10, work: 262_144 };

const argon2Form =
  /^\$argon2id\$v=19\$m=([1-9][0-9]{0,6}),t=([1-9][0-9]?),p=([1-9][0-9]?)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** One step more doubles the work of each sign-in: at 12 it is a quarter of a second. */
const mostBcryptCost = 12;

/** null: it is not taken. `bcrypt` ones are replaced by our own kind at the user's next sign-in. */
export function importedHashKind(hash: string): 'argon2id' | 'bcrypt' | null {
  if (isBcrypt(hash)) return Number(hash.slice(4, 6)) <= mostBcryptCost ? 'bcrypt' : null;
  const argon2 = argon2Form.exec(hash);
  if (argon2 === null) return null;
  const [memory = 0, passes = 0, lanes = 0] = argon2.slice(1, 4).map(Number);
  const salt = argon2[4] ?? '';
  const digest = argon2[5] ?? '';
  const fits =
    memory >= 8 * lanes &&
    memory <= most.memory &&
    passes <= most.passes &&
    memory * passes <= most.work &&
    [salt, digest].every((text) => text.length % 4 !== 1);
  return fits ? 'argon2id' : null;
}
