// The device record on the disk: sealed, replaced atomically, and ignored if it is damaged, foreign
// or cannot be opened.
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createDeviceRecords,
  type DeviceRecordParts,
} from '../../src/main/adapters/device-records.ts';
import { isPassing } from '../../src/main/adapters/file-errors.ts';
import type { KeyStore } from '../../src/main/adapters/key-store.ts';
import { createFakeLog, type FakeLog } from '../support/fake-log.ts';
import {
  plainKeyStore,
  rejects,
  seal,
  sealText,
  testServiceHash,
} from '../support/vault-on-disk.ts';

let parent: string;
let log: FakeLog;
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'latchkey-record-'));
  log = createFakeLog();
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const folder = () => path.join(parent, 'data');
const file = () => path.join(folder(), `device-record-${testServiceHash.slice(0, 16)}.json`);
const record = {
  deviceId: 'd'.repeat(64),
  facts: { osId: '1'.repeat(16), cpuBrand: '2'.repeat(16) },
};
const mark = 'a'.repeat(16);
const otherMark = 'b'.repeat(16);

function records(store: Partial<KeyStore> = {}, parts: Partial<DeviceRecordParts> = {}) {
  return createDeviceRecords({
    safeStorage: { ...plainKeyStore, ...store },
    folder: folder(),
    application: testServiceHash,
    platform: 'linux',
    log,
    writable: true,
    windowShown: Promise.resolve(),
    ...parts,
  });
}

describe('a saved record', () => {
  it('is the same for its mark, and opens for another one', async () => {
    await records().save(record, mark);
    expect(await records({ decryptStringAsync: rejects }).load(mark)).toBe('same');
    expect(await records().load(otherMark)).toEqual(record);
  });

  it('opens for every mark if it was saved without one', async () => {
    await records().save(record, null);
    expect(await records().load(mark)).toEqual(record);
  });

  it('is readable by this user only, and sealed', { tags: 'modes' }, async () => {
    await records().save(record, mark);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    const text = await readFile(file(), 'utf8');
    for (const secret of [record.deviceId, record.facts.osId]) expect(text).not.toContain(secret);
  });

  it('is replaced as a whole, without the leftovers of interrupted writes', async () => {
    await records().save(record, mark);
    await writeFile(`${file()}.0123456789ab.new`, '{"v":1,');
    const next = { ...record, facts: { osId: '3'.repeat(16) } };
    await records().save(next, null);
    expect(await records().load(mark)).toEqual(next);
    expect(await readdir(folder())).toEqual([path.basename(file())]);
  });

  it('belongs to one application', async () => {
    await records().save(record, mark);
    const application = 'e'.repeat(64);
    expect(await records({}, { application }).load(otherMark)).toBeNull();
    // A copy under the name of another application's record.
    await writeFile(
      path.join(folder(), `device-record-${application.slice(0, 16)}.json`),
      await readFile(file()),
    );
    expect(await records({}, { application }).load(otherMark)).toBeNull();
  });

  it('is not opened before the window is drawn', async () => {
    await records().save(record, mark);
    let draw: () => void = () => undefined;
    const windowShown = new Promise<void>((resolve) => (draw = resolve));
    let isAsked = false;
    const isAsyncEncryptionAvailable = () => {
      isAsked = true;
      return Promise.resolve(true);
    };
    const loading = records({ isAsyncEncryptionAvailable }, { windowShown }).load(otherMark);
    for (let times = 0; times < 50; times++) await stat(folder());
    expect(isAsked).toBe(false);
    draw();
    expect(await loading).toEqual(record);
  });
});

describe('no continuity', () => {
  const written = (content: unknown) =>
    JSON.stringify({ v: 1, mark: null, sealed: seal(content).toString('base64') });
  const whole = { application: testServiceHash, ...record };

  it.each<[string, string | Buffer]>([
    ['an empty file', ''],
    ['half a file', written(whole).slice(0, 90)],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0, 1, 2])],
    ['a huge file', written({ ...whole, padding: 'x'.repeat(20_000) })],
    ['a list', '[]'],
    ['a text without a seal', JSON.stringify({ v: 1, mark: null, sealed: 'AAAA' })],
    ['the seal of another key store', written(whole).replace(/"sealed":"...../, '"sealed":"AAAAA')],
    ['a device id that is too short', written({ ...whole, deviceId: 'd' })],
    ['a device id that is no text', written({ ...whole, deviceId: 7 })],
    ['a hash that is none', written({ ...whole, facts: { osId: 'LENOVO' } })],
    ['an unknown fact', written({ ...whole, facts: { mac: '1'.repeat(16) } })],
    ['no facts', written({ ...whole, facts: undefined })],
  ])('comes from %s', async (_, content) => {
    await mkdir(folder());
    await writeFile(file(), content);
    expect(await records().load(mark)).toBeNull();
    expect(log.text()).toContain('device-record-unreadable');
    // It does not block the next one.
    await records().save(record, mark);
    expect(await records().load(otherMark)).toEqual(record);
  });

  it('comes from a folder in the place of the file', async () => {
    await mkdir(file(), { recursive: true });
    expect(await records().load(mark)).toBeNull();
    await records().save(record, mark);
    expect(log.text()).toContain('device-record-not-saved');
  });

  it('comes from a file that the system will not read', { tags: 'modes' }, async () => {
    await mkdir(folder());
    await symlink(file(), file());
    expect(await records().load(mark)).toBeNull();
    await records().save(record, mark);
    expect(await records().load(otherMark)).toEqual(record);
  });

  it.each<[string, Partial<KeyStore>, Partial<DeviceRecordParts>]>([
    ['is missing', { getSelectedStorageBackend: () => 'basic_text' }, {}],
    ['is unknown', { getSelectedStorageBackend: () => 'unknown' }, {}],
    ['is not available', { isAsyncEncryptionAvailable: () => Promise.resolve(false) }, {}],
    ['fails', { isAsyncEncryptionAvailable: rejects }, {}],
    ['does not seal', { encryptStringAsync: rejects }, {}],
    [
      'seals with the fixed password',
      { encryptStringAsync: (text) => Promise.resolve(sealText(text, 'v10')) },
      {},
    ],
    ['may not write the folder', {}, { writable: false }],
  ])('remains after a sign-in if the key store %s', async (_, store, parts) => {
    await records(store, parts).save(record, mark);
    expect(await readdir(parent)).toEqual([]);
  });

  it('comes from a newer version, whose record stays', async () => {
    await mkdir(folder());
    const newer = JSON.stringify({ v: 2, box: 'AAAA' });
    await writeFile(file(), newer);
    expect(await records().load(mark)).toBeNull();
    await records().save(record, mark);
    expect(await readFile(file(), 'utf8')).toBe(newer);
  });

  it.each<[string, Partial<KeyStore>, Partial<DeviceRecordParts>]>([
    ['is missing', { getSelectedStorageBackend: () => 'basic_text' }, {}],
    ['has another key', { decryptStringAsync: rejects }, {}],
    ['may not write the folder', {}, { writable: false }],
  ])('comes from a key store that %s', async (_, store, parts) => {
    await records().save(record, mark);
    expect(await records(store, parts).load(otherMark)).toBeNull();
    expect(await records(store, parts).load(mark)).toBe('same');
    expect(await records().load(otherMark)).toEqual(record);
  });

  it('comes from a data folder that does not exist and cannot be made', async () => {
    const inTheWay = path.join(parent, 'file');
    await writeFile(inTheWay, '');
    const below = { folder: path.join(inTheWay, 'data') };
    await records({}, below).save(record, mark);
    expect(await records({}, below).load(mark)).toBeNull();
  });
});

describe('a record that a retry may open', () => {
  it('is unavailable while the disk fails', { tags: 'linux' }, async () => {
    await mkdir(folder());
    // Its first page cannot be read, which is EIO.
    await symlink('/proc/self/mem', file());
    expect(await records().load(mark)).toBe('unavailable');
    expect(log.text()).toContain('device-record-unavailable');
    await rm(file());
    expect(await records().load(mark)).toBeNull();
  });

  it.each([
    ['EBUSY', true],
    ['EMFILE', true],
    ['ENFILE', true],
    ['EIO', true],
    ['EAGAIN', true],
    ['EACCES', false],
    ['EPERM', false],
    ['ELOOP', false],
    ['', false],
  ])('is one whose file fails with a code that passes: %s', (code, passes) => {
    expect(isPassing(Object.assign(new Error('no'), { code }))).toBe(passes);
  });

  it('is unavailable without a mark, but only if there is one', async () => {
    expect(await records().load(null)).toBeNull();
    await records().save(record, null);
    expect(await records().load(null)).toBe('unavailable');
    expect(await records({}, { writable: false }).load(null)).toBeNull();
  });
});
