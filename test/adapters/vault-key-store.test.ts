// The vault with a key store that prompts the user, fails, is temporarily unavailable, or has a new
// key.
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KeyStore } from '../../src/main/adapters/key-store.ts';
import { serviceHash } from '../../src/main/core/session/service-hash.ts';
import {
  anna,
  bob,
  openVaultOnDisk,
  rejects,
  rotatedStore,
  sealText,
  expectedEntry,
  type VaultOnDisk,
} from '../support/vault-on-disk.ts';

let disk: VaultOnDisk;
beforeEach(async () => {
  disk = await openVaultOnDisk();
});
afterEach(() => disk.remove());

/** Takes much longer than the reads of a vault before it accesses the key store. */
async function readManyFiles(): Promise<void> {
  for (let times = 0; times < 50; times++) await stat(disk.folder);
}

const bytesOfFile = () => readFile(disk.file, 'utf8');
const marks = async () =>
  (await disk.content()).entries.map(({ sealed }) =>
    Buffer.from(sealed, 'base64').toString('latin1', 0, 3),
  );

describe('a key store that may prompt', () => {
  it('is not accessed before the window is drawn', async () => {
    await disk.vault().saveSignIn(anna);
    disk.keyStoreCalls = [];
    let draw: () => void = () => undefined;
    const windowShown = new Promise<void>((resolve) => (draw = resolve));
    const loading = disk.vault({}, { windowShown }).load();
    await readManyFiles();
    expect(disk.keyStoreCalls).toEqual([]);
    draw();
    const { signIns } = await loading;
    expect(disk.keyStoreCalls).toEqual(['available', 'decrypt']);
    expect(signIns).toHaveLength(1);
  });

  it('does not hold the lock during the prompt', async () => {
    let unlock: (available: boolean) => void = () => undefined;
    const answer = new Promise<boolean>((resolve) => (unlock = resolve));
    const saving = disk.vault({ isAsyncEncryptionAvailable: () => answer }).saveSignIn(bob);
    await readManyFiles().catch(() => undefined);
    expect(await disk.vault().saveSignIn(anna)).toBe(true);
    expect(await readdir(disk.folder)).toEqual(['kept-sign-ins.json']);
    unlock(true);
    expect(await saving).toBe(true);
    expect(await disk.vault().names()).toEqual(['bob', 'anna']);
  });
});

describe('a key store that is temporarily unavailable', () => {
  const unavailable: [string, Partial<KeyStore>][] = [
    ['reports it', { isAsyncEncryptionAvailable: () => Promise.resolve(false) }],
    ['fails when asked', { isAsyncEncryptionAvailable: rejects }],
    ['fails to open', { decryptStringAsync: rejects }],
  ];

  it.each(unavailable)('%s: makes sign-ins unreadable for now', async (_how, store) => {
    await disk.vault().saveSignIn(anna);
    const before = await bytesOfFile();
    const id = await disk.vault().idOf(anna);
    const load = disk.vault(store).load();
    expect(await load).toEqual({ signIns: [], unreadable: [id] });
    expect(await bytesOfFile()).toBe(before);
    expect(await disk.vault().first()).toEqual(expectedEntry(anna));
    expect(disk.logged()).toContain('"cause":"key-store"');
    expect(disk.logged()).not.toMatch(/damaged|correct horse/);
  });

  it('keeps unreadable sign-ins when another sign-in is saved', async () => {
    await disk.vault().saveSignIn(anna);
    expect(await disk.vault({ decryptStringAsync: rejects }).saveSignIn(bob)).toBe(true);
    expect(await disk.vault().names()).toEqual(['bob', 'anna']);
  });

  it('can be used by the same vault once it is available again', async () => {
    await disk.vault().saveSignIn(anna);
    let available = false;
    const vault = disk.vault({ isAsyncEncryptionAvailable: () => Promise.resolve(available) });
    expect(await vault.first()).toBeNull();
    expect(await vault.saveSignIn(bob)).toBe(false);
    available = true;
    expect(await vault.first()).toEqual(expectedEntry(anna));
    expect(await vault.saveSignIn(bob)).toBe(true);
    expect(await vault.names()).toEqual(['bob', 'anna']);
  });

  it('does not prevent a sign-out from removing sign-ins', async () => {
    await disk.vault().saveSignIn(anna);
    const vault = disk.vault({ isAsyncEncryptionAvailable: () => Promise.resolve(false) });
    expect(await vault.clear()).toEqual({ ok: true });
    expect(await disk.vault().first()).toBeNull();
  });
});

describe('encryption', () => {
  it('saves nothing and logs no content on failure', async () => {
    expect(await disk.vault({ encryptStringAsync: rejects }).saveSignIn(anna)).toBe(false);
    expect(disk.logged()).toContain('"event":"vault-not-saved"');
    expect(disk.logged()).not.toContain('correct horse');
  });

  it.each([
    ['linux', false],
    ['darwin', true],
    ['win32', true],
  ] as const)('with the prefix v10 on %s is accepted: %s', async (platform, accepted) => {
    const encryptStringAsync = (text: string) => Promise.resolve(sealText(text, 'v10'));
    expect(await disk.vault({ encryptStringAsync }, { platform }).saveSignIn(anna)).toBe(accepted);
    expect(await readdir(disk.folder)).toEqual(accepted ? ['kept-sign-ins.json'] : []);
  });

  // On Windows a lock is an open file, which nobody takes over.
  it(
    'writes nothing if another program took over the lock meanwhile',
    { tags: 'ids' },
    async () => {
      await disk.vault().saveSignIn(anna);
      const before = await bytesOfFile();
      const lock = path.join(disk.folder, 'sign-ins.lock');
      const vault = disk.vault({
        encryptStringAsync: async (text) => {
          await writeFile(lock, 'of another program');
          return sealText(text);
        },
      });
      expect(await vault.saveSignIn(bob)).toBe(false);
      expect(await bytesOfFile()).toBe(before);
      expect(await readFile(lock, 'utf8')).toBe('of another program');
    },
  );
});

describe('a key store with a rotated key', () => {
  const there = serviceHash({ ownerid: 'abcdefghij', name: 'There', baseUrl: 'https://a.example' });

  it('re-encrypts sign-ins when they are loaded', async () => {
    await disk.vault().saveSignIn(bob);
    await disk.vault().saveSignIn(anna);
    await disk.vault({}, { service: there }).saveSignIn(bob);
    const before = await disk.vault().load();
    expect(await disk.vault(rotatedStore).load()).toEqual(before);
    // The first entry belongs to another service, so this loader must not re-encrypt it.
    expect(await marks()).toEqual(['v11', 'v12', 'v12']);
    expect(await disk.vault(rotatedStore).load()).toEqual(before);
    disk.keyStoreCalls = [];
    await disk.vault(rotatedStore).load();
    expect(disk.keyStoreCalls).toEqual(['available', 'decrypt', 'decrypt']);
  });

  it('leaves an unreadable sign-in unchanged', async () => {
    await disk.vault().saveSignIn(anna);
    const { v, entries } = await disk.content();
    const broken = { ...entries[0], id: 'f'.repeat(32), sealed: 'AAAA' };
    await writeFile(disk.file, JSON.stringify({ v, entries: [broken, ...entries] }));
    const { unreadable } = await disk.vault(rotatedStore).load();
    expect(unreadable).toEqual([broken.id]);
    expect((await disk.content()).entries).toEqual([
      expect.objectContaining({ id: entries[0]?.id }),
      broken,
    ]);
  });

  it('keeps all sign-ins if re-encrypting fails, and retries with the next change', async () => {
    await disk.vault().saveSignIn(bob);
    await disk.vault().saveSignIn(anna);
    const before = await bytesOfFile();
    const failing = disk.vault({ ...rotatedStore, encryptStringAsync: rejects });
    expect(await failing.names()).toEqual(['anna', 'bob']);
    expect(await bytesOfFile()).toBe(before);
    expect(disk.logged()).toContain('"event":"vault-not-saved"');
    expect(await disk.vault(rotatedStore).markUsed(await disk.vault().idOf(bob))).not.toBeNull();
    expect(await marks()).toEqual(['v12', 'v12']);
    expect(await disk.vault().names()).toEqual(['bob', 'anna']);
  });
});
