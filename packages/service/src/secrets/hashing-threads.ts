// Runs password hashing at a low priority, because a hash takes a hundred times as long as an
// answer without one. At equal priority, hashes take as much CPU time as all answers together. On
// an idle machine, the priority changes nothing.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setPriority } from 'node:os';

/** On a scale to 19. Under full load, hashes still get a tenth of a CPU. */
const niceness = 10;
const tasksFolder = '/proc/self/task';
/**
 * Name of libuv's pool threads from 1.50 on (Node 24, late 22). The first work starts all of them.
 */
const poolThreadName = 'libuv-worker';

/**
 * Lowers the priority of libuv's pool threads, which run argon2. Only Linux has priorities for
 * single threads. On other systems, or without permission, nothing changes.
 */
export function lowerHashingPriority(): void {
  ignoringErrors(() => {
    const threads = readdirSync(tasksFolder);
    for (const thread of threads)
      if (readFileSync(`${tasksFolder}/${thread}/comm`, 'utf8').trim() === poolThreadName)
        lowerPriority(thread);
  });
}

export function lowerThreadPriority(): void {
  ignoringErrors(() => lowerPriority(basename(readlinkSync('/proc/thread-self'))));
}

function lowerPriority(thread: string): void {
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
