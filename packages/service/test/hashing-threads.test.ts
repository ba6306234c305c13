// Hashing threads have a lower priority, so that they do not slow down answers without a hash.
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { hashSync } from 'bcryptjs';
import { expect, test } from 'vitest';
import { compareBcrypt } from '../src/secrets/bcrypt.ts';
import { temporaryFolder } from './support/service-command.ts';
import { startProcess } from './support/service-process.ts';

test.runIf(process.platform === 'linux')(
  'the hashing threads have a lower priority than the main thread',
  async () => {
    const { child } = await startProcess(temporaryFolder());
    const { pid = 0 } = child;
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) => ({
      name: readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim(),
      isMain: Number(thread) === pid,
      below: getPriority(Number(thread)) - getPriority(pid),
    }));
    const hashing = threads.filter(({ name }) => name === 'libuv-worker');
    expect(hashing.length).toBeGreaterThan(0);
    expect(hashing.every(({ below }) => below > 0)).toBe(true);
    const others = threads.filter(({ name }) => name !== 'libuv-worker');
    expect(others.some(({ isMain }) => isMain)).toBe(true);
    expect(others.every(({ below }) => below === 0)).toBe(true);
  },
);

test.runIf(process.platform === 'linux')(
  'the thread that compares imported hashes has a lower priority, too',
  async () => {
    expect(await compareBcrypt(hashSync('right', 4), 'right')).toBe(true);
    // One per process: another file's tests may have started it, and lowered the pool's threads.
    const lowered = readdirSync('/proc/self/task').filter(
      (thread) =>
        getPriority(Number(thread)) > getPriority(process.pid) &&
        readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim() !== 'libuv-worker',
    );
    expect(lowered).toHaveLength(1);
    expect(lowered).not.toContain(String(process.pid));
  },
);
