// Runs password hashing at a low priority. A hash takes a hundred times as long as an answer
// without one. At equal priority, hashes take as much CPU time as all answers together. On an idle
// machine a hash takes no longer.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setPriority } from 'node:os';

/** Out of 19. Under full load, hashes still get a tenth of a CPU. */
const niceness = 10;
const tasks = '/proc/self/task';
/** Name of libuv's pool threads from 1.50 on (Node 24, late 22). All start with the first work. */
const poolThread = 'libuv-worker';

/**
 * For libuv's pool, which runs argon2. Linux only, where each thread has a priority. Elsewhere, or
 * without permission, nothing changes.
 */
export function lowerHashingThreads(): void {
  ignoringErrors(() => {
    const threads = readdirSync(tasks);
    for (const thread of threads)
      if (readFileSync(`${tasks}/${thread}/comm`, 'utf8').trim() === poolThread) lower(thread);
  });
}

export function lowerThisThread(): void {
  ignoringErrors(() => lower(basename(readlinkSync('/proc/thread-self'))));
}

function lower(thread: string): void {
  setPriority(Number(thread), niceness);
}

function ignoringErrors(work: () => void): void {
  if (process.platform !== 'linux') return;
  try {
    work();
  } catch {
    // Hashing still works at normal priority, but slows other answers down.
  }
}
