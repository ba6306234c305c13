// The vault: what it keeps, what it refuses to keep, and what it makes of a damaged file.
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogStream } from '../../src/main/adapters/log-stream.ts';
import { createNoVault } from '../../src/main/adapters/no-vault.ts';
import { createVault, type KeyStore } from '../../src/main/adapters/vault.ts';

const anna = { username: 'anna', password: 'correct horse 🐎 &type=upgrade#' };
let folder: string;
let file: string;
let logged: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'latchkey-vault-'));
  file = path.join(folder, 'data', 'sign-in');
  logged = '';
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Turns every bit around; refuses what it did not make. */
function fakeKeyStore(changed: Partial<KeyStore> = {}): KeyStore {
  const turn = (bytes: Uint8Array) => Buffer.from(bytes.map((byte) => byte ^ 0xff));
  return {
    isEncryptionAvailable: () => true,
    getSelectedStorageBackend: () => 'gnome_libsecret',
    encryptString: (text) => Buffer.concat([Buffer.from('v11'), turn(Buffer.from(text))]),
    decryptString: (bytes) => {
      if (bytes.toString('latin1', 0, 3) !== 'v11') throw new Error(`no cipher text: ${file}`);
      return turn(bytes.subarray(3)).toString('utf8');
    },
    ...changed,
  };
}

function vaultOn(
  safeStorage: Partial<KeyStore> = {},
  platform: NodeJS.Platform = 'linux',
): ReturnType<typeof createVault> {
  const log = createLogStream({ write: (line) => (logged += line) });
  return createVault({ safeStorage: fakeKeyStore(safeStorage), file, platform, log });
}

const throws = () => {
  throw new Error(`broken key store for ${anna.password}`);
};

describe('the ability to remember', () => {
  it.each(['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6'])('is there on %s', (backend) => {
    const vault = vaultOn({ getSelectedStorageBackend: () => backend });
    expect(vault.ability()).toEqual({ possible: true });
  });

  it.each([
    ['basic_text', 'plaintext-store'],
    ['unknown', 'no-key-store'],
  ])('is not there on %s: %s', (backend, reason) => {
    const vault = vaultOn({ getSelectedStorageBackend: () => backend });
    expect(vault.ability()).toEqual({ possible: false, reason });
  });

  it('asks for no backend where there is none to choose', () => {
    for (const platform of ['win32', 'darwin'] as const)
      expect(vaultOn({ getSelectedStorageBackend: throws }, platform).ability()).toEqual({
        possible: true,
      });
  });

  it('is not there when the key store is missing or broken', () => {
    const refused = { possible: false, reason: 'no-key-store' };
    expect(vaultOn({ isEncryptionAvailable: () => false }).ability()).toEqual(refused);
    expect(vaultOn({ isEncryptionAvailable: throws }).ability()).toEqual(refused);
    expect(vaultOn({ getSelectedStorageBackend: throws }).ability()).toEqual(refused);
  });
});

describe('a kept sign-in', () => {
  it('comes back, and is readable for this user only', async () => {
    expect(await vaultOn().save(anna)).toBe(true);
    expect(await vaultOn().load()).toEqual(anna);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
  });

  it('comes back whatever it is made of', async () => {
    const text = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 256 })
      .filter((given) => !/[\p{Cc}\p{Cs}]/u.test(given));
    await fc.assert(
      fc.asyncProperty(text, async (password) => {
        await vaultOn().save({ username: 'anna', password });
        expect(await vaultOn().load()).toEqual({ username: 'anna', password });
      }),
      // Each run waits for the disk.
      { numRuns: 25 },
    );
  });

  it('is replaced as a whole, and nothing is left beside it', async () => {
    await vaultOn().save({ username: 'someone-with-a-long-name', password: 'x'.repeat(1000) });
    await vaultOn().save(anna);
    expect(await vaultOn().load()).toEqual(anna);
    expect(await readdir(path.dirname(file))).toEqual(['sign-in']);
  });

  it('becomes private although an older file was open to others', async () => {
    await mkdir(path.dirname(file));
    await writeFile(file, 'old');
    await chmod(file, 0o644);
    await vaultOn().save(anna);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('is never on the disk as plain text', async () => {
    await vaultOn().save(anna);
    expect(await readFile(file, 'latin1')).not.toContain('correct horse');
  });

  it('is gone once cleared, and clearing twice is no fault', async () => {
    const vault = vaultOn();
    await vault.save(anna);
    await vault.clear();
    await vault.clear();
    expect(await vault.load()).toBeNull();
    expect(await readdir(path.dirname(file))).toEqual([]);
    expect(logged).toBe('');
  });

  it('is not there at first', async () => {
    expect(await vaultOn().load()).toBeNull();
    expect(logged).toBe('');
  });
});

describe('a damaged file', () => {
  const encrypted = (text: string) => fakeKeyStore().encryptString(text);

  it.each<[string, string | Buffer]>([
    ['empty', ''],
    ['no cipher text', 'v10 something else'],
    ['half', encrypted(JSON.stringify({ v: 1, ...anna })).subarray(0, 20)],
    ['no JSON', encrypted('not JSON')],
    ['another version', encrypted(JSON.stringify({ v: 2, ...anna }))],
    ['without a password', encrypted(JSON.stringify({ v: 1, username: 'anna' }))],
    ['with an empty password', encrypted(JSON.stringify({ v: 1, username: 'anna', password: '' }))],
    ['a number as a name', encrypted(JSON.stringify({ v: 1, username: 1, password: 'x' }))],
    ['huge', Buffer.alloc(5_000_000, 'x')],
  ])('that is %s means: nothing kept, until it is replaced', async (_what, content) => {
    await mkdir(path.dirname(file));
    await writeFile(file, content);
    expect(await vaultOn().load()).toBeNull();
    expect(logged).toContain('"event":"vault-unreadable"');
    expect(await vaultOn().save(anna)).toBe(true);
    expect(await vaultOn().load()).toEqual(anna);
  });

  it('survives a key store that fails for once', async () => {
    await vaultOn().save(anna);
    const failing = {
      ...fakeKeyStore(),
      decryptString: () => {
        throw new Error('the key store was locked');
      },
    };
    expect(await vaultOn(failing).load()).toBeNull();
    expect(await vaultOn().load()).toEqual(anna);
  });

  it('that is a folder is no crash', async () => {
    await mkdir(file, { recursive: true });
    expect(await vaultOn().load()).toBeNull();
    expect(await vaultOn().save(anna)).toBe(false);
  });
});

describe('without a key store', () => {
  const none = { isEncryptionAvailable: () => false };

  it('nothing is written or read', async () => {
    expect(await vaultOn(none).save(anna)).toBe(false);
    expect(await readdir(folder)).toEqual([]);
    await vaultOn().save(anna);
    expect(await vaultOn(none).load()).toBeNull();
  });

  it('what was kept before stays for the day it is back, and can be cleared', async () => {
    await vaultOn().save(anna);
    await vaultOn(none).load();
    expect(await vaultOn().load()).toEqual(anna);
    await vaultOn(none).clear();
    expect(await vaultOn().load()).toBeNull();
  });

  it('a store that fails to encrypt keeps nothing and says nothing of it', async () => {
    expect(await vaultOn({ encryptString: throws }).save(anna)).toBe(false);
    expect(logged).toContain('"event":"vault-not-saved"');
    expect(logged).not.toContain('correct horse');
  });

  it('the vault of a host without one keeps nothing and says why', async () => {
    const vault = createNoVault('preview');
    expect(vault.ability()).toEqual({ possible: false, reason: 'preview' });
    expect(await vault.save(anna)).toBe(false);
    expect(await vault.load()).toBeNull();
    await vault.clear();
  });
});
