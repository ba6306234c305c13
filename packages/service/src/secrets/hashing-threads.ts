// Hashing in the background of everything else: a hash takes a hundred times as long as an answer that needs none, and threads of
// one priority would give it as much of a processor as everybody else's answers together. Where nobody else is at work a hash takes
// no longer than before.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setPriority } from 'node:os';

/** Of 19: under full load hashes still get a tenth of a processor. */
const niceness = 10;
const tasks = '/proc/self/task';
/** What libuv calls the threads of its pool from 1.50 on (Node 24, late ones of 22). They all begin with the first work that is given to it. */
const poolThread = 'libuv-worker';

/**
 * Of the pool, whose threads hash (argon2). On Linux, where each thread has a priority of its own; elsewhere, and where the
 * system does not allow it, all stays as it is.
 */
export function lowerHashingThreads(): void {
  quietly(() => {
    const threads = readdirSync(tasks);
    for (const thread of threads)
      if (readFileSync(`${tasks}/${thread}/comm`, 'utf8').trim() === poolThread) lower(thread);
  });
}

/** Of the thread that calls it. */
export function lowerThisThread(): void {
  quietly(() => lower(basename(readlinkSync('/proc/thread-self'))));
}

function lower(thread: string): void {
  setPriority(Number(thread), niceness);
}

function quietly(work: () => void): void {
  if (process.platform !== 'linux') return;
  try {
    work();
  } catch {
    // It is faster for others with it, and right without it.
  }
}
