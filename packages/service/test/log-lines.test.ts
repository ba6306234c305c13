// Log lines of one turn of the event loop are written together, in order and without delay.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { bufferLines } from '../src/host/log-lines.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('writes the lines of one event loop turn together, in order', async () => {
  const writes: string[] = [];
  const stream = bufferLines({ write: (text) => writes.push(text) });
  stream.write('one\n');
  stream.write('two\n');
  expect(writes).toEqual([]);
  await nextTurn();
  expect(writes).toEqual(['one\ntwo\n']);
  stream.write('three\n');
  await nextTurn();
  await nextTurn();
  expect(writes).toEqual(['one\ntwo\n', 'three\n']);
});

test('leaves no exit listener in the process', async () => {
  const before = process.listenerCount('exit');
  for (let i = 0; i < 20; i += 1) bufferLines({ write: () => undefined }).write('a line\n');
  await nextTurn();
  expect(process.listenerCount('exit')).toBe(before);
});

test('writes the lines of the event loop turn in which the process crashes', async () => {
  const file = new URL('../src/host/log-lines.ts', import.meta.url).href;
  const script = `import { bufferLines } from '${file}';
    bufferLines(process.stderr).write('last words\\n');
    throw new Error('on purpose');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child, 'close');
  expect(said).toContain('on purpose');
  expect(said).toContain('last words\n');
});

test('writes a shared log in whole lines that no other process can divide', async () => {
  const writes: string[] = [];
  const stream = bufferLines(
    { write: () => undefined, fd: 99 },
    {
      isShared: true,
      writeBytes(_fd, bytes) {
        writes.push(Buffer.from(bytes).toString());
        return bytes.length;
      },
    },
  );
  const lines = Array.from({ length: 60 }, (_, at) => `${at} ${'x'.repeat(200)}\n`);
  const long = `${'y'.repeat(5000)}\n`;
  for (const line of [...lines, long, 'last\n']) stream.write(line);
  await nextTurn();
  expect(writes.join('')).toBe([...lines, long, 'last\n'].join(''));
  expect(writes.every((text) => text.endsWith('\n'))).toBe(true);
  expect(writes.filter((text) => text.length > 4096)).toEqual([long]);
  expect(writes.length).toBeLessThan(lines.length / 10);
});
