// Hashing threads have a lower priority, so that they do not slow down answers without a hash.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { promisify } from 'node:util';
import { hashSync } from 'bcryptjs';
import { expect, test } from 'vitest';
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
    // A separate process, because other files may have started low-priority threads in this one.
    const script = `
      const { readdirSync, readFileSync } = require('node:fs');
      const { getPriority } = require('node:os');
      import('${import.meta.resolve('../src/secrets/bcrypt.ts')}').then(async (module) => {
        const isEqual = await module.compareBcrypt('${hashSync('right', 4)}', 'right');
        const lowered = readdirSync('/proc/self/task').filter(
          (thread) =>
            getPriority(Number(thread)) > getPriority(process.pid) &&
            readFileSync('/proc/self/task/' + thread + '/comm', 'utf8').trim() !== 'libuv-worker',
        );
        console.log(isEqual, lowered.length, lowered.includes(String(process.pid)));
        process.exit();
      });`;
    const args = ['--conditions=latchkey-source', '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toBe('true 1 false\n');
  },
);
