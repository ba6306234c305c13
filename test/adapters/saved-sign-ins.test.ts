// The file of saved sign-ins: entries of other services, the file of version 1, files that are
// damaged or newer, and the leftovers of interrupted saves.
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serviceHash } from '../../src/main/core/session/service-hash.ts';
import {
  anna,
  bob,
  openVaultOnDisk,
  expectedEntry,
  type VaultOnDisk,
} from '../support/vault-on-disk.ts';

const elsewhere = serviceHash({
  ownerid: 'abcdefghij',
  name: 'There',
  baseUrl: 'https://a.example',
});

let disk: VaultOnDisk;
beforeEach(async () => {
  disk = await openVaultOnDisk();
});
afterEach(() => disk.remove());

describe('a second service in the same folder', () => {
  const there = () => disk.vault({}, { service: elsewhere });

  it('has a different hash, because each part of its name is terminated', () => {
    const hash = serviceHash({ ownerid: 'a', name: 'b', baseUrl: 'c' });
    expect(hash).toBe('880553fca8fcea94e325ee2cfb48e5a985cc797f39a14cc6d3cedecfeb2ae4d2');
    expect(serviceHash({ ownerid: 'ab', name: '', baseUrl: 'c' })).not.toBe(hash);
  });

  it('has its own entries, which are neither returned nor decrypted', async () => {
    await disk.vault().saveSignIn(anna);
    disk.keyStoreCalls = [];
    expect(await there().first()).toBeNull();
    expect(disk.keyStoreCalls).toEqual([]);
    await there().saveSignIn(bob);
    expect(await there().first()).toEqual(expectedEntry(bob));
    expect(await disk.vault().first()).toEqual(expectedEntry(anna));
  });

  it('keeps its entries when this service signs out, saves a sign-in or removes a password', async () => {
    await there().saveSignIn(bob);
    const [before] = (await disk.content()).entries;
    await disk.vault().saveSignIn(anna);
    await disk.vault().dropSecret(await disk.vault().idOf(anna));
    await disk.vault().clear();
    expect((await disk.content()).entries).toEqual([before]);
    // Without entries to remove, the file is not written.
    const { mtimeMs } = await stat(disk.file);
    await disk.vault().clear();
    expect((await stat(disk.file)).mtimeMs).toBe(mtimeMs);
    expect(await there().first()).toEqual(expectedEntry(bob));
  });

  it('may have entries that this version does not understand', async () => {
    const strange = { id: 7, service: elsewhere, sealed: null, more: [1] };
    await mkdir(disk.folder);
    await writeFile(disk.file, JSON.stringify({ v: 2, entries: [strange] }));
    await disk.vault().saveSignIn(anna);
    await disk.vault().clear();
    expect((await disk.content()).entries).toEqual([strange]);
  });
});

describe('a damaged file', () => {
  it.each<[string, string]>([
    ['empty', ''],
    ['no JSON', 'v11 something else'],
    ['truncated', '{"v":2,"entries":[{"id":"ab'],
    ['a list', '[]'],
    ['without entries', '{"v":2}'],
    ['too large', `{"v":2,"entries":["${'x'.repeat(600_000)}"]}`],
  ])('%s: has no sign-ins until it is replaced', async (_what, bytes) => {
    await mkdir(disk.folder);
    await writeFile(disk.file, bytes);
    expect(await disk.vault().first()).toBeNull();
    expect(disk.logged()).toContain('"event":"vault-unreadable"');
    expect(await disk.vault().saveSignIn(anna)).toBe(true);
    expect(await disk.vault().first()).toEqual(expectedEntry(anna));
  });

  it('is removed by signing out', async () => {
    await mkdir(disk.folder);
    await writeFile(disk.file, '{"v":2,"entries":[{"id":"ab');
    expect(await disk.vault().clear()).toEqual({ ok: true });
    expect(await readdir(disk.folder)).toEqual([]);
  });

  it('stays if a newer version wrote it, and signing out reports the file', async () => {
    await mkdir(disk.folder);
    const newer = '{"v":3,"people":{}}';
    await writeFile(disk.file, newer);
    expect(await disk.vault().first()).toBeNull();
    expect(await disk.vault().saveSignIn(anna)).toBe(false);
    expect(await disk.vault().clear()).toEqual({ ok: false, file: disk.file });
    expect(await readFile(disk.file, 'utf8')).toBe(newer);
  });

  it('causes no crash if it is a folder', async () => {
    await mkdir(disk.file, { recursive: true });
    expect(await disk.vault().first()).toBeNull();
    expect(await disk.vault().saveSignIn(anna)).toBe(false);
    expect(await disk.vault().clear()).toEqual({ ok: false, file: disk.file });
  });
});

describe('the leftover of an interrupted save', () => {
  const leftOver = (name: string) => path.join(disk.folder, `${name}.0123456789ab.new`);
  const leave = async () => {
    await mkdir(disk.folder, { recursive: true });
    for (const name of ['kept-sign-ins.json', 'device-id'])
      await writeFile(leftOver(name), 'of an interrupted save');
    await writeFile(`${disk.file}.new`, 'of somebody else');
  };
  const others = ['device-id.0123456789ab.new', 'kept-sign-ins.json.new'];

  it('is removed at the start', async () => {
    await leave();
    expect(await disk.vault().first()).toBeNull();
    expect((await readdir(disk.folder)).sort()).toEqual(others);
  });

  it('is removed at sign-out', async () => {
    await leave();
    expect(await disk.vault().clear()).toEqual({ ok: true });
    expect((await readdir(disk.folder)).sort()).toEqual(others);
  });

  it('is reported if it cannot be removed', async () => {
    await mkdir(path.join(leftOver('kept-sign-ins.json'), 'in the way'), { recursive: true });
    expect(await disk.vault().clear()).toEqual({ ok: false, file: leftOver('kept-sign-ins.json') });
  });
});
