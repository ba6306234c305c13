// The vault: what it saves, what it refuses to save, and when it accesses the key store.
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNoVault } from '../../src/main/adapters/no-vault.ts';
import type { VaultParts } from '../../src/main/adapters/vault.ts';
import {
  anna,
  bob,
  testServiceHash,
  openVaultOnDisk,
  seal,
  expectedEntry,
  throws,
  unseal,
  type VaultOnDisk,
} from '../support/vault-on-disk.ts';

let disk: VaultOnDisk;
beforeEach(async () => {
  disk = await openVaultOnDisk();
});
afterEach(() => disk.remove());

describe('the ability to save sign-ins', () => {
  it.each(['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6'])('exists on %s', (backend) => {
    const vault = disk.vault({ getSelectedStorageBackend: () => backend });
    expect(vault.ability()).toEqual({ possible: true });
  });

  it.each([
    ['basic_text', 'plaintext-store'],
    ['unknown', 'no-key-store'],
  ])('is missing on %s: %s', (backend, reason) => {
    const vault = disk.vault({ getSelectedStorageBackend: () => backend });
    expect(vault.ability()).toEqual({ possible: false, reason });
  });

  it('does not query the backend on systems with only one', () => {
    for (const platform of ['win32', 'darwin'] as const)
      expect(disk.vault({ getSelectedStorageBackend: throws }, { platform }).ability()).toEqual({
        possible: true,
      });
  });

  it('is missing with a broken key store or a read-only folder', () => {
    const reason = (parts: Partial<VaultParts>, store = {}) => disk.vault(store, parts).ability();
    expect(reason({}, { getSelectedStorageBackend: throws })).toMatchObject({
      reason: 'no-key-store',
    });
    expect(reason({ writable: false })).toEqual({ possible: false, reason: 'data-folder' });
  });

  it('is known without accessing a key store that may be locked', async () => {
    const vault = disk.vault();
    vault.ability();
    expect(await vault.first()).toBeNull();
    await vault.clear();
    expect(disk.keyStoreCalls).toEqual([]);
  });
});

describe('a saved sign-in', () => {
  it('is restored from a file that only this user can read', { tags: 'modes' }, async () => {
    expect(await disk.vault().saveSignIn(anna)).toBe(true);
    expect(await disk.vault().first()).toEqual(expectedEntry(anna));
    expect((await stat(disk.file)).mode & 0o777).toBe(0o600);
    expect((await stat(disk.folder)).mode & 0o777).toBe(0o700);
  });

  it('is restored with any characters in the password', async () => {
    const text = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 256 })
      .filter((given) => !/[\p{Cc}\p{Cs}]/u.test(given));
    await fc.assert(
      fc.asyncProperty(text, async (password) => {
        await disk.vault().saveSignIn({ ...anna, password });
        expect(await disk.vault().first()).toEqual(expectedEntry({ ...anna, password }));
      }),
      // Few runs, because each one waits for the disk.
      { numRuns: 25 },
    );
  });

  it('is replaced without leaving a second file', async () => {
    await disk.vault().saveSignIn({ ...anna, username: 'Anna', password: 'x'.repeat(1000) });
    await disk.vault().saveSignIn(anna);
    expect(await disk.vault().first()).toEqual(expectedEntry(anna));
    expect((await disk.content()).entries).toHaveLength(1);
    expect(await readdir(disk.folder)).toEqual(['kept-sign-ins.json']);
  });

  it(
    'becomes private even if an older file was readable by others',
    { tags: 'modes' },
    async () => {
      await mkdir(disk.folder);
      await writeFile(disk.file, '{"v":2,"entries":[]}');
      await chmod(disk.file, 0o644);
      await disk.vault().saveSignIn(anna);
      expect((await stat(disk.file)).mode & 0o777).toBe(0o600);
    },
  );

  it('is never written as plain text, including the name', async () => {
    await disk.vault().saveSignIn(anna);
    const bytes = await readFile(disk.file, 'latin1');
    expect(bytes).not.toContain('correct horse');
    expect(bytes).not.toContain('anna');
    const [entry] = (await disk.content()).entries;
    expect(unseal(entry?.sealed)).toEqual({
      method: anna,
      auto: true,
      usedAt: disk.now(),
    });
  });

  it('is removed with its file, and removing it twice is not a failure', async () => {
    const vault = disk.vault();
    await vault.saveSignIn(anna);
    expect(await vault.clear()).toEqual({ ok: true });
    expect(await vault.clear()).toEqual({ ok: true });
    expect(await vault.first()).toBeNull();
    expect(await readdir(disk.folder)).toEqual([]);
    expect(disk.logged()).toBe('');
  });

  it('keeps the name when a wrong password is removed', async () => {
    await disk.vault().saveSignIn(anna);
    await disk.vault().dropSecret(await disk.vault().idOf(anna));
    expect(await disk.vault().first()).toEqual(expectedEntry({ ...anna, password: null }, false));
    const [entry] = (await disk.content()).entries;
    expect(JSON.stringify(unseal(entry?.sealed))).not.toContain('correct horse');
  });

  it('may be a key, which is removed if it is wrong', async () => {
    const byKey = { kind: 'key', key: 'NWND-7K2M-QX4T-91KD' } as const;
    await disk.vault().saveSignIn(byKey);
    expect(await disk.vault().first()).toEqual(expectedEntry(byKey));
    expect(await readFile(disk.file, 'latin1')).not.toContain('7K2M');
    await disk.vault().dropSecret(await disk.vault().idOf(byKey));
    expect(await disk.vault().first()).toBeNull();
    expect(await readdir(disk.folder)).toEqual([]);
  });

  it('is listed first if it was used last', async () => {
    const entry = (username: string, usedAt: number) => ({
      id: 'ab'.repeat(16),
      service: testServiceHash,
      sealed: seal({
        method: { kind: 'password', username, password: 'x' },
        auto: true,
        usedAt,
      }).toString('base64'),
    });
    await mkdir(disk.folder);
    const entries = [entry('early', 1), entry('late', 3), entry('middle', 2)];
    await writeFile(disk.file, JSON.stringify({ v: 2, entries }));
    expect(await disk.vault().names()).toEqual(['late', 'middle', 'early']);
  });

  it('returns whether automatic sign-in is off', async () => {
    const sealed = seal({ method: anna, auto: false, usedAt: 1 }).toString('base64');
    await mkdir(disk.folder);
    const entries = [{ id: 'ab'.repeat(16), service: testServiceHash, sealed }];
    await writeFile(disk.file, JSON.stringify({ v: 2, entries }));
    expect(await disk.vault().first()).toEqual(expectedEntry(anna, false));
  });
});

describe('a host without a key store', () => {
  it('saves nothing and reports the reason', async () => {
    const vault = createNoVault('preview');
    expect(vault.ability()).toEqual({ possible: false, reason: 'preview' });
    expect(await vault.save(anna, { auto: true, replacesId: null })).toBeNull();
    expect(await vault.load()).toEqual({ signIns: [], unreadable: [] });
    expect(await vault.remove([])).toEqual({ ok: true });
  });
});

describe('a read-only folder', () => {
  it('saves and uses no sign-in, and sign-out reports existing files', async () => {
    await disk.vault().saveSignIn(anna);
    const readOnly = disk.vault({}, { writable: false });
    expect(await readOnly.first()).toBeNull();
    expect(await readOnly.saveSignIn(bob)).toBe(false);
    expect(disk.keyStoreCalls).not.toContain('decrypt');
    await rm(disk.file);
    await mkdir(path.join(disk.file, 'in the way'), { recursive: true });
    expect(await readOnly.clear()).toEqual({ ok: false, file: disk.file });
  });

  it('is not a failure at sign-out if it does not exist', async () => {
    expect(await disk.vault({}, { writable: false }).clear()).toEqual({ ok: true });
  });
});
