// The worker that reads the facts, and the install id in the data folder.
import { execFile } from 'node:child_process';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHardwareSource } from '../../src/main/adapters/hardware.ts';
import { createLogStream } from '../../src/main/adapters/log-stream.ts';
import { buildMainPart } from '../adapters/build-main-part.ts';

let folder: string;
let logged: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latchkey-hardware-'));
  logged = '';
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const log = createLogStream({ write: (line) => (logged += line) });
const sourceWith = (workerFile: string, dataFolder = folder) =>
  createHardwareSource({ workerFile, dataFolder, log });

/** A worker made of these statements. */
async function workerOf(code: string): Promise<string> {
  const file = path.join(folder, 'worker.cjs');
  await writeFile(file, `const { parentPort } = require('node:worker_threads');\n${code}`);
  return file;
}

const tell = (name: string, value: string) =>
  `parentPort.postMessage({ name: '${name}', fact: { read: true, value: '${value}' } });\n`;
const fourFacts =
  tell('osId', 'one') +
  tell('boardVendor', 'two') +
  tell('boardModel', '') +
  tell('cpuBrand', 'four');
const read = (value: string) => ({ read: true, value });
const unread = { read: false };
/** A deadline that is never reached, for workers that answer or end. */
const longMs = 60_000;

describe('reading in a worker', () => {
  it('returns the facts that the worker reports', async () => {
    const worker = await workerOf(fourFacts + tell('platformUuid', 'five'));
    expect(await sourceWith(worker).read(longMs)).toEqual({
      osId: read('one'),
      boardVendor: read('two'),
      boardModel: read(''),
      cpuBrand: read('four'),
      platformUuid: read('five'),
    });
    expect(logged).toBe('');
  });

  it('returns the facts that were reported before the deadline', async () => {
    // Four facts arrive immediately; the deadline ends the wait for the fifth.
    const worker = await workerOf(`${fourFacts}setInterval(() => undefined, 1000);`);
    const facts = await sourceWith(worker).read(2000);
    expect(facts).toMatchObject({
      osId: read('one'),
      cpuBrand: read('four'),
      platformUuid: unread,
    });
    expect(logged).toContain('"cause":"deadline"');
  });

  it.each([
    ['throws', 'throw new Error("x");'],
    ['ends', ''],
    ['exits with code 1', 'process.exit(1);'],
    [
      'reports an unknown fact',
      'parentPort.postMessage({ name: "macs", fact: 1 }); setInterval(() => undefined, 1000);',
    ],
  ])('ends with no facts if the worker %s', async (_what, code) => {
    const facts = await sourceWith(await workerOf(code)).read(longMs);
    expect(Object.values(facts)).toEqual([unread, unread, unread, unread, unread]);
    expect(logged).toContain('hardware-not-read');
  });

  it('ends if the worker file is missing', async () => {
    const facts = await sourceWith(path.join(folder, 'missing.cjs')).read(longMs);
    expect(facts.osId).toEqual(unread);
  });
});

describe('the install id', () => {
  const file = () => path.join(folder, 'data', 'device-id');
  const source = () => sourceWith('unused', path.join(folder, 'data'));

  it('is created once, and saved in a file for this user only', { tags: 'modes' }, async () => {
    const created = await source().installId();
    expect(created).toMatch(/^[0-9a-f]{64}$/);
    expect(await source().installId()).toBe(created);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(await readdir(path.dirname(file()))).toEqual(['device-id']);
  });

  it('is the same for concurrent callers', async () => {
    const one = source();
    const ids = await Promise.all([one.installId(), one.installId(), one.installId()]);
    expect(new Set(ids).size).toBe(1);
    expect(`${ids[0] ?? ''}\n`).toBe(await readFile(file(), 'utf8'));
  });

  it.each(['', 'half', 'z'.repeat(64), 'a'.repeat(5000), '\0'.repeat(64)])(
    'is replaced if its file is damaged, which is logged without the id',
    async (content) => {
      await mkdir(path.dirname(file()));
      await writeFile(file(), content);
      const created = await source().installId();
      expect(created).toMatch(/^[0-9a-f]{64}$/);
      expect(await source().installId()).toBe(created);
      expect(logged).toContain('install-id-damaged');
      expect(logged).not.toContain(created);
    },
  );

  it('is null if its file cannot be read, and no second id is created', async () => {
    await mkdir(file(), { recursive: true });
    const one = source();
    expect(await one.installId()).toBeNull();
    expect(one.isInstallIdBusy()).toBe(false);
    expect(logged).toContain('install-id-unavailable');
  });

  it('is null and busy while the disk fails', { tags: 'linux' }, async () => {
    await mkdir(path.dirname(file()));
    await symlink('/proc/self/mem', file());
    const one = source();
    expect(await one.installId()).toBeNull();
    expect(one.isInstallIdBusy()).toBe(true);
    await rm(file());
    expect(await one.installId()).toMatch(/^[0-9a-f]{64}$/);
    expect(one.isInstallIdBusy()).toBe(false);
  });

  it('is null if the folder cannot be created, and is created on a later call', async () => {
    await writeFile(path.join(folder, 'data'), 'a file where the folder should be');
    const one = source();
    expect(await one.installId()).toBeNull();
    await rm(path.join(folder, 'data'));
    expect(await one.installId()).toMatch(/^[0-9a-f]{64}$/);
  });
});

it('the built worker returns the same device id for every user and language', async () => {
  const at = (name: string) => fileURLToPath(new URL(name, import.meta.url));
  await buildMainPart(at('../../src/main/adapters/hardware-worker.ts'), folder, 'worker.cjs');
  await buildMainPart(at('./probe.ts'), folder, 'probe.cjs');
  await mkdir(path.join(folder, 'data'));
  for (const open of [folder, path.join(folder, 'data')]) await chmod(open, 0o777);

  const probe = ['probe.cjs', 'worker.cjs', 'data'].map((name) => path.join(folder, name));
  const node = [process.execPath, ...probe];
  const path_ = process.env['PATH'] ?? '';
  const ways = [
    [node, { PATH: path_, LANG: 'C' }],
    [node, { PATH: path_, LANG: 'de_DE.UTF-8', LC_ALL: 'tr_TR.UTF-8', USER: 'somebody' }],
    [node, { PATH: '/usr/bin:/bin', HOME: '/nowhere' }],
  ] as [string[], NodeJS.ProcessEnv][];
  if (process.getuid?.() === 0)
    ways.push([
      ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', ...node],
      { PATH: path_ },
    ]);
  const printed: string[] = [];
  for (const [[program = '', ...args], env] of ways) {
    const { stdout } = await promisify(execFile)(program, args, { env });
    printed.push(stdout);
  }
  expect(printed[0]).toMatch(/^\{"ok":true,"deviceId":"[0-9a-f]{64}"\}$/);
  expect(new Set(printed).size).toBe(1);
}, 60_000);
