// A lock between programs that replace the same file: what one has read is not written over by another meanwhile. One that was
// left behind by a program that ended is taken over.
import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isMissing } from './private-file.ts';

const tryEveryMs = 20;
const giveUpAfterMs = 3_000;
/** Whoever holds it reads and writes one small file. */
const leftAfterMs = 10_000;

/**
 * Calls `work` while no other program holds the lock. `stillOurs` throws when that took so long that another one has taken it
 * over: to be called before what must not be lost is replaced. Throws when the folder cannot be written, and when the lock
 * stays with another for three seconds.
 */
export async function underLock<T>(
  file: string,
  work: (stillOurs: () => Promise<void>) => Promise<T>,
): Promise<T> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const mark = randomBytes(8).toString('hex');
  await take(file, mark);
  const isOurs = async (): Promise<boolean> =>
    (await readFile(file, 'utf8').catch(() => null)) === mark;
  try {
    return await work(async () => {
      if (!(await isOurs())) throw new Error('another program has taken the lock over');
    });
  } finally {
    if (await isOurs()) await rm(file, { force: true }).catch(() => undefined);
  }
}

async function take(file: string, mark: string): Promise<void> {
  for (let waitedMs = 0; !(await make(file, mark)); waitedMs += tryEveryMs) {
    if (waitedMs >= giveUpAfterMs) throw new Error('another program holds the lock');
    if (await isLeft(file)) await rm(file, { force: true });
    else await setTimeout(tryEveryMs);
  }
}

/** false: it is there already. */
async function make(file: string, mark: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(mark);
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}

async function isLeft(file: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(file);
    // Either way: a clock that was set back must not make it stand for years.
    return Math.abs(Date.now() - mtimeMs) > leftAfterMs;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Windows calls a file that is just being removed busy, or not permitted. */
function isTaken(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EEXIST' || code === 'EBUSY' || code === 'EPERM';
}
