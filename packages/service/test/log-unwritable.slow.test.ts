// A log that cannot be written: the service continues, and reports the dropped lines later.
import { closeSync, openSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { bufferLines, type WriteBytes } from '../src/host/log-lines.ts';
import { unixMs } from '@latchkey/protocol/units.ts';
import { temporaryFolder } from './support/service-command.ts';
import { startProcess } from './support/service-process.ts';

/** Opens a log on a disk that accepts `room` bytes, then fails with `code`. */
function disk() {
  const state = { room: Infinity, code: 'ENOSPC', text: '' };
  const writeBytes: WriteBytes = (_fd, bytes) => {
    const taken = Math.min(state.room, bytes.length);
    if (taken === 0) throw Object.assign(new Error('refused'), { code: state.code });
    state.room -= taken;
    state.text += Buffer.from(bytes.subarray(0, taken)).toString();
    return taken;
  };
  const lines = bufferLines(
    { write: () => undefined, fd: 2 },
    { writeBytes, nowMs: () => unixMs(5) },
  );
  const write = async (text: string) => {
    lines.write(text);
    await turn();
  };
  return { state, write };
}

const told = (dropped: number) =>
  `{"level":"warn","time":"1970-01-01T00:00:00.005Z","dropped":${dropped},"msg":"Could not write the log for a while: lines were dropped"}\n`;

test('counts lines lost to a full disk, and reports them later in one line', async () => {
  const { state, write } = disk();
  await write('one\n');
  state.room = 2;
  await write('two\nthree\n');
  await write('four\n');
  expect(state.text).toBe('one\ntw');
  state.room = Infinity;
  await write('five\n');
  await write('six\n');
  expect(state.text).toBe(`one\ntw\n${told(3)}five\nsix\n`);
});

test('repeats a report that was written only in part', async () => {
  const { state, write } = disk();
  state.room = 0;
  await write('one\n');
  state.room = 10;
  await write('two\n');
  state.room = Infinity;
  await write('three\n');
  expect(state.text).toBe(`${told(1).slice(0, 10)}\n${told(2)}three\n`);
});

test('a slow reader gets every line in order, up to a limit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { state, write } = disk();
  state.code = 'EAGAIN';
  state.room = 2;
  await write('one\n');
  await write('two\n');
  expect(state.text).toBe('on');
  state.room = Infinity;
  vi.runOnlyPendingTimers();
  expect(state.text).toBe('one\ntwo\n');
  state.room = 0;
  const long = `${'x'.repeat(600_000)}\n`;
  await write(long);
  await write(long);
  await write('short\n');
  state.room = Infinity;
  await write('last\n');
  expect(state.text).toBe(`one\ntwo\n${long}${told(2)}last\n`);
  vi.useRealTimers();
});

test('a service with its log on a full disk starts, answers and stops', async () => {
  const full = openSync('/dev/full', 'w');
  const { line, child, exited } = await startProcess(temporaryFolder(), undefined, full);
  closeSync(full);
  for (let i = 0; i < 5; i += 1) expect((await fetch(`${line.url}/nothing`)).status).toBe(404);
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
});

test('a service with a closed log pipe continues, and stops on SIGHUP', async () => {
  const { line, child, exited } = await startProcess(temporaryFolder());
  child.stderr?.destroy();
  child.stdout?.destroy();
  for (let i = 0; i < 5; i += 1) expect((await fetch(`${line.url}/nothing`)).status).toBe(404);
  child.kill('SIGHUP');
  expect(await exited).toBe(0);
});
