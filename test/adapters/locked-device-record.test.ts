// The device record while the key store stays locked. Electron asks the key store once per run: what
// fails once fails until the next start.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeviceRecords } from '../../src/main/adapters/device-records.ts';
import type { KeyStore } from '../../src/main/adapters/key-store.ts';
import { createFakeLog, type FakeLog } from '../support/fake-log.ts';
import { plainKeyStore, rejects, testServiceHash } from '../support/vault-on-disk.ts';

let folder: string;
let log: FakeLog;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latchkey-locked-'));
  log = createFakeLog();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const temporary = () =>
  Promise.reject(
    new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.'),
  );
const locked: Partial<KeyStore> = { decryptStringAsync: temporary, encryptStringAsync: temporary };

/** A start of the loader. What the key store answers holds for the whole run. */
function start(store: Partial<KeyStore> = {}) {
  return createDeviceRecords({
    safeStorage: { ...plainKeyStore, ...store },
    folder,
    application: testServiceHash,
    platform: 'linux',
    log,
    writable: true,
    windowShown: Promise.resolve(),
  });
}

const record = { deviceId: 'd'.repeat(64), facts: { osId: '1'.repeat(16) } };
const mark = 'a'.repeat(16);
const otherMark = 'b'.repeat(16);
const file = () => path.join(folder, `device-record-${testServiceHash.slice(0, 16)}.json`);
const sealedText = async () =>
  (JSON.parse(await readFile(file(), 'utf8')) as { readonly sealed: string }).sealed;

beforeEach(() => start().save(record, mark));

describe('a record of a locked key store', () => {
  it.each<[string, Partial<KeyStore>]>([
    ['is locked', locked],
    ['is not available', { isAsyncEncryptionAvailable: () => Promise.resolve(false) }],
    ['fails when asked', { isAsyncEncryptionAvailable: rejects }],
  ])('is locked for the whole first run if the key store %s', async (_, store) => {
    const run = start(store);
    for (let tries = 0; tries < 3; tries++) expect(await run.load(otherMark)).toBe('locked');
    expect(await run.load(mark)).toBe('same');
    expect(log.text()).toContain('device-record-locked');
  });

  it('is given up by a second start that fails, and stays as it is', async () => {
    const before = await sealedText();
    await start(locked).load(otherMark);
    for (let starts = 0; starts < 2; starts++) {
      const run = start(locked);
      for (let tries = 0; tries < 2; tries++) expect(await run.load(otherMark)).toBe('given-up');
    }
    expect(await sealedText()).toBe(before);
    expect(await start().load(otherMark)).toEqual(record);
  });

  it('is locked again only after a start that opened it', async () => {
    await start(locked).load(otherMark);
    expect(await start().load(otherMark)).toEqual(record);
    expect(await start(locked).load(otherMark)).toBe('locked');
  });

  it('is locked again after a save', async () => {
    await start(locked).load(otherMark);
    await start().save(record, mark);
    expect(await start(locked).load(otherMark)).toBe('locked');
  });

  it('keeps its mark', async () => {
    await start(locked).load(otherMark);
    expect(await start(locked).load(mark)).toBe('same');
  });
});
