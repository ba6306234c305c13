// Finds the program that has a file open, with real programs and the system's own records.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, copyFileSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createFindHolder } from '../../src/main/adapters/delivery/file-holder.ts';
import { testFolder } from './delivery-parts.ts';

const find = createFindHolder(process.platform, process.pid);
/** Only Linux reports the program. */
const told = (name: string) => (process.platform === 'linux' ? name : null);

async function holding(program: string, file: string): Promise<ChildProcess> {
  const script = `require('node:fs').openSync(${JSON.stringify(file)}, 'r'); console.log('open'); process.stdin.resume();`;
  const child = spawn(program, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  await once(child.stdout, 'data');
  return child;
}

test('the program that has a file open is found by the path of the file or a parent folder', async () => {
  const folder = testFolder();
  const [held, free] = [path.join(folder, 'current'), path.join(folder, 'curr')];
  writeFileSync(held, 'x');
  writeFileSync(free, 'x');
  const child = await holding(process.execPath, held);
  const name = told(path.basename(process.execPath));
  expect(find(held)).toBe(name);
  expect(find(folder)).toBe(name);
  expect(find(free)).toBeNull();
  const gone = once(child, 'exit');
  child.kill();
  await gone;
  expect(find(held)).toBeNull();
});

test("the loader's own process is skipped, and systems other than Linux return null", async () => {
  const held = path.join(testFolder(), 'own');
  writeFileSync(held, 'x');
  const own = openSync(held, 'r');
  expect(find(held)).toBeNull();
  closeSync(own);
  await holding(process.execPath, held);
  expect(createFindHolder('win32', process.pid)(held)).toBeNull();
  expect(createFindHolder('darwin', process.pid)(held)).toBeNull();
});

test(
  'a program with hidden characters in its name is not reported',
  { tags: 'linux' },
  async () => {
    const folder = testFolder();
    const held = path.join(folder, 'held');
    const program = path.join(folder, 'pa\u202eint');
    writeFileSync(held, 'x');
    copyFileSync(process.execPath, program);
    await holding(program, held);
    expect(find(held)).toBeNull();
  },
);
