// The start of a process, from texts of Linux and macOS, and from this system.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import {
  createStartReader,
  readStart,
  startOf,
  unknownStart,
  type ProcessSources,
} from '../../src/main/adapters/process-start.ts';

const boot = '/proc/sys/kernel/random/boot_id';
const stat = (state: string, ticks: number) =>
  `77 (a b) (c) ${state} 1 77 77 0 -1 4194560 1 0 0 0 1 2 0 0 20 0 11 0 ${ticks} 12 3 18446744073709551615`;

function linux(files: Readonly<Record<string, string>>): ProcessSources {
  return {
    system: 'linux',
    exists: () => true,
    readText(file) {
      const text = files[file];
      if (text === undefined) throw Object.assign(new Error(file), { code: 'EACCES' });
      return text;
    },
    ps: () => {
      throw new Error('Linux has no need for it.');
    },
  };
}

test('Linux tells the boot and the ticks after it, whatever the name of the program', () => {
  const sources = linux({ '/proc/77/stat': stat('S', 4711), [boot]: 'one\n' });
  expect(readStart(sources, 77)).toBe('one.4711');
});

test.each(['Z', 'X'])('a process in state %s has ended', (state) => {
  const sources = linux({ '/proc/77/stat': stat(state, 4711), [boot]: 'one\n' });
  expect(readStart(sources, 77)).toBeNull();
});

test('a process whose facts are hidden may run', () => {
  expect(readStart(linux({}), 77)).toBe(unknownStart);
  expect(readStart(linux({ '/proc/77/stat': '77 (a', [boot]: 'one' }), 77)).toBe(unknownStart);
});

test('macOS tells the second, by ps in the C locale', () => {
  const sources = (output: string): ProcessSources => ({
    ...linux({}),
    system: 'darwin',
    ps: (args) => (args.at(-1) === '77' ? output : ''),
  });
  expect(readStart(sources('Sat Nov  8 09:05:01 2026    \n'), 77)).toBe('Sat-Nov-8-09:05:01-2026');
  expect(readStart(sources(''), 77)).toBe(unknownStart);
});

test('this process is asked for once, and others each time', () => {
  const asked: string[] = [];
  const ps = (args: readonly string[]) => {
    asked.push(args.at(-1) ?? '');
    return 'Sat Nov  8 09:05:01 2026';
  };
  const start = createStartReader({ ...linux({}), system: 'darwin', ps }, 77);
  for (const id of [77, 78, 77, 78]) expect(start(id)).toBe('Sat-Nov-8-09:05:01-2026');
  expect(asked).toEqual(['77', '78', '78']);
});

test('a process that does not exist has ended, on every system', () => {
  for (const system of ['linux', 'darwin', 'win32'])
    expect(readStart({ ...linux({}), system, exists: () => false }, 77)).toBeNull();
});

test('a start stays the same until its process ends', { tags: 'ids' }, async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1e6)'], {
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  const id = child.pid ?? 0;
  const start = startOf(id);
  expect(start).toMatch(/\d/);
  expect(start).not.toBe(startOf(process.pid));
  expect(startOf(id)).toBe(start);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(startOf(id)).toBeNull();
});
