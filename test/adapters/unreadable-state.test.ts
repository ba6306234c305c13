// A state.json that cannot be read is left alone: its content may be whole.
import { closeSync } from 'node:fs';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLocalState } from '../../src/main/adapters/local-state.ts';
import { createLogStream } from '../../src/main/adapters/log-stream.ts';
import { hold } from '../support/held-file.ts';

async function place() {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-state-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { folder, file: path.join(folder, 'state.json') };
}

async function expectLeftAlone(folder: string) {
  let logged = '';
  const log = createLogStream({ write: (line) => (logged += line) });
  const state = openLocalState({ folder, writable: true, log });
  expect(logged).toContain('"event":"state-unreadable"');
  state.change({ zoom: 125 });
  expect(await state.settled()).toBe(false);
  expect(state.get().zoom).toBe(125);
  expect(await readdir(folder)).toEqual(['state.json']);
  return () => openLocalState({ folder, writable: true, log });
}

test('an unreadable file is left alone', { tags: 'links' }, async () => {
  const { folder, file } = await place();
  await symlink('state.json', file); // a link to itself: ELOOP
  await expectLeftAlone(folder);
});

test.runIf(process.platform === 'win32')(
  'a file that another program holds is left alone',
  async () => {
    const { folder, file } = await place();
    await writeFile(file, '{"v":1,"zoom":150}');
    const held = hold(file);
    const open = await expectLeftAlone(folder);
    closeSync(held);
    expect(open().get().zoom).toBe(150);
  },
);

test.runIf(process.platform === 'win32')(
  'a file that another program holds for a moment is read',
  async () => {
    const { folder, file } = await place();
    await writeFile(file, '{"v":1,"zoom":150}');
    const held = hold(file);
    const log = createLogStream({ write: () => undefined });
    const pause = () => closeSync(held);
    expect(openLocalState({ folder, writable: true, log, pause }).get().zoom).toBe(150);
  },
);
