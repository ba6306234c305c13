// state.json: how it is saved and restored, and what happens if it is missing, broken or from a
// newer version.
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLocalState } from '../../src/main/adapters/local-state.ts';
import { createLogStream } from '../../src/main/adapters/log-stream.ts';

const atFirst = {
  zoom: 100,
  theme: 'system',
  ...{ launchWhenSignedIn: null, computerName: null },
  language: null,
  ...{ windowPlace: null, install: null, loaderRelease: null, loaderUpdate: null },
  ...{ highestSequence: {}, programFolder: {}, deviceRequestAt: {} },
  ...{ endToldAt: null, systemNotices: false, noticesTold: [], updateToldAt: {} },
  chatSeenAt: {},
  redeemed: [],
  deviceParts: [],
};

let around: string;
let folder: string;
let file: string;
let logged: string;

beforeEach(async () => {
  around = await mkdtemp(path.join(tmpdir(), 'latchkey-state-'));
  folder = path.join(around, 'data');
  file = path.join(folder, 'state.json');
  logged = '';
});

afterEach(() => rm(around, { recursive: true, force: true }));

function open(writable = true) {
  const log = createLogStream({ write: (line) => (logged += line) });
  return openLocalState({ folder, writable, log });
}

async function put(text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(file, text);
}

const parsed = async (): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));

describe('the state', () => {
  it('starts with defaults and writes nothing', async () => {
    expect(open().get()).toEqual(atFirst);
    expect(await readdir(around)).toEqual([]);
  });

  it('is restored from a file that only this user can read', { tags: 'modes' }, async () => {
    const state = open();
    state.change({ zoom: 150 });
    expect(state.get()).toEqual({ ...atFirst, zoom: 150 });
    expect(await state.settled()).toBe(true);
    expect(await parsed()).toEqual({ v: 1, zoom: 150 });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(open().get()).toEqual({ ...atFirst, zoom: 150 });
  });

  it('is saved with the last of many changes, and leaves no temporary file', async () => {
    const state = open();
    for (let zoom = 80; zoom <= 200; zoom += 1) state.change({ zoom });
    await state.settled();
    expect(await parsed()).toEqual({ v: 1, zoom: 200 });
    expect(await readdir(folder)).toEqual(['state.json']);
  });

  it('keeps parts that this version does not know', async () => {
    await put('{"v":1,"zoom":90,"language":"de","services":{"ab":{"highestSequence":7}}}');
    const state = open();
    state.change({ zoom: 110 });
    await state.settled();
    expect(await parsed()).toEqual({
      v: 1,
      zoom: 110,
      language: 'de',
      services: { ab: { highestSequence: 7 } },
    });
  });

  it('restores the language if this version has it', async () => {
    const state = open();
    state.change({ language: 'de' });
    await state.settled();
    expect(open().get().language).toBe('de');
    await put('{"v":1,"zoom":90,"language":"xx"}');
    expect(open().get()).toEqual({ ...atFirst, zoom: 90 });
  });

  it('restores theme and automatic launch, and resets only unknown values', async () => {
    await put('{"v":1,"zoom":90,"theme":"dark","launchWhenSignedIn":false}');
    expect(open().get()).toEqual({
      ...atFirst,
      ...{ zoom: 90, theme: 'dark', launchWhenSignedIn: false },
    });
    await put('{"v":1,"zoom":90,"theme":"sepia","launchWhenSignedIn":"yes"}');
    expect(open().get()).toEqual({ ...atFirst, zoom: 90 });
  });

  it.each(['79', '201', '100.5', '"100"', 'null', '{}'])(
    'resets only an invalid part, such as a zoom of %s',
    async (zoom) => {
      await put(`{"v":1,"zoom":${zoom},"language":"de"}`);
      const state = open();
      expect(state.get()).toEqual({ ...atFirst, zoom: 100, language: 'de' });
      state.change({ zoom: 125 });
      await state.settled();
      expect(await parsed()).toEqual({ v: 1, zoom: 125, language: 'de' });
    },
  );
});

describe('a list', () => {
  const told = {
    subscription: 'ab'.repeat(16),
    until: 1_800_000_000_000,
    stage: 'three-days',
    againAt: null,
  };

  it('drops only a damaged entry', async () => {
    const wrong = [
      7,
      { ...told, until: 'x' },
      { ...told, stage: 'never' },
      { ...told, subscription: 'Pro' },
    ];
    const noticesTold = [wrong[0], told, ...wrong.slice(1)];
    await put(JSON.stringify({ v: 1, zoom: 150, systemNotices: 'yes', noticesTold, later: [1] }));
    const state = open();
    expect(state.get()).toEqual({ ...atFirst, zoom: 150, noticesTold: [told] });
    state.change({ systemNotices: true });
    await state.settled();
    expect(await parsed()).toMatchObject({ zoom: 150, systemNotices: true, later: [1] });
    expect(open().get()).toEqual({
      ...atFirst,
      zoom: 150,
      systemNotices: true,
      noticesTold: [told],
    });
    expect(logged).toBe('');
  });

  it('accepts redeemed keys only if masked', async () => {
    const facts = { redeemedAt: 5, subscription: 'Pro', addedSeconds: 60, lifetime: false };
    const one = { account: 'cd'.repeat(16), id: 5, maskedKey: 'NWND-••••-91KD', ...facts };
    const good = { ...one, expiresAt: null };
    const whole = { ...good, maskedKey: 'NWND-7F3Q-2MXX-91KD' };
    await put(JSON.stringify({ v: 1, zoom: 150, redeemed: [whole, good, { ...good, id: 'x' }] }));
    expect(open().get()).toEqual({ ...atFirst, zoom: 150, redeemed: [good] });
  });

  it('is reset if its value is not a list', async () => {
    await put('{"v":1,"zoom":150,"noticesTold":{"0":1}}');
    expect(open().get()).toEqual({ ...atFirst, zoom: 150 });
  });

  it('is truncated to the newest entries', async () => {
    const many = Array.from({ length: 150 }, (_, index) => ({ ...told, until: 1 + index }));
    await put(JSON.stringify({ v: 1, noticesTold: many }));
    expect(open().get().noticesTold).toEqual(many.slice(50));
  });
});

describe('an unreadable file', () => {
  const giant = `{"v":1,"zoom":150,"more":"${'x'.repeat(64 * 1024)}"}`;

  it.each<[string, string]>([
    ['empty', ''],
    ['truncated', '{"v":1,"zoo'],
    ['a list', '[1]'],
    ['without a version', '{"zoom":150}'],
    ['too large', giant],
  ])('%s: is renamed, and the loader continues', async (_what, text) => {
    await put(text);
    const state = open();
    expect(state.get()).toEqual(atFirst);
    expect(await readFile(`${file}.broken`, 'utf8')).toBe(text);
    expect(logged).toContain('"event":"state-broken"');
    state.change({ zoom: 125 });
    await state.settled();
    expect(await parsed()).toEqual({ v: 1, zoom: 125 });
  });

  it('replaces an earlier renamed file', async () => {
    await put('second');
    await mkdir(`${file}.broken`);
    open();
    expect(await readFile(`${file}.broken`, 'utf8')).toBe('second');
  });

  it('is left unchanged if a newer version wrote it', async () => {
    const newer = '{"v":2,"zoom":150}';
    await put(newer);
    const state = open();
    expect(state.get()).toEqual(atFirst);
    state.change({ zoom: 125 });
    expect(await state.settled()).toBe(false);
    expect(state.get()).toEqual({ ...atFirst, zoom: 125 });
    expect(await readFile(file, 'utf8')).toBe(newer);
    expect(await readdir(folder)).toEqual(['state.json']);
  });
});

describe('the folder', () => {
  it('is cleared of interrupted writes', async () => {
    await put('{"v":1,"zoom":90}');
    await writeFile(`${file}.0123456789ab.new`, '{"v":1,"zo');
    const state = open();
    state.change({ zoom: 110 });
    await state.settled();
    expect(await readdir(folder)).toEqual(['state.json']);
  });

  it('is not written if it is read-only, and the state lasts until the program ends', async () => {
    const state = open(false);
    state.change({ zoom: 175 });
    expect(await state.settled()).toBe(false);
    expect(state.get()).toEqual({ ...atFirst, zoom: 175 });
    expect(await readdir(around)).toEqual([]);
    expect(logged).toBe('');
  });

  it('causes only a log entry if a file has its name', async () => {
    const state = open();
    await writeFile(folder, '');
    state.change({ zoom: 175 });
    expect(await state.settled()).toBe(false);
    expect(logged).toContain('"event":"state-not-saved"');
  });

  it('gets no file above 64 KiB', async () => {
    await put(`{"v":1,"zoom":90,"more":"${'x'.repeat(64 * 1024 - 30)}"}`);
    const before = await readFile(file, 'utf8');
    const state = open();
    expect(state.get()).toEqual({ ...atFirst, zoom: 90 });
    state.change({ zoom: 100, ...{ another: 'part' } });
    expect(await state.settled()).toBe(false);
    expect(await readFile(file, 'utf8')).toBe(before);
    expect(logged).toContain('"event":"state-too-large"');
  });
});
