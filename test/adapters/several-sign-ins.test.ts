// Several sign-ins of one service in the file: each is encrypted separately, at most five are
// saved, and two programs can write at the same time.
import { closeSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serviceHash } from '../../src/main/core/session/service-hash.ts';
import { hold } from '../support/held-file.ts';
import {
  anna,
  bob,
  testServiceHash,
  openVaultOnDisk,
  rejects,
  expectedEntry,
  unseal,
  type VaultOnDisk,
} from '../support/vault-on-disk.ts';

const there = serviceHash({ ownerid: 'abcdefghij', name: 'There', baseUrl: 'https://a.example' });
const byKey = { kind: 'key', key: 'NWND-7K2M-QX4T-91KD' } as const;
const named = (username: string) =>
  ({ kind: 'password', username, password: `of ${username}` }) as const;

let disk: VaultOnDisk;
beforeEach(async () => {
  disk = await openVaultOnDisk();
});
afterEach(() => disk.remove());

const sealedOf = async () => (await disk.content()).entries.map(({ sealed }) => sealed);

describe('several sign-ins of one service', () => {
  it('are encrypted separately, and a change of one leaves the bytes of the others', async () => {
    const vault = disk.vault();
    await vault.saveSignIn(anna);
    await vault.saveSignIn(bob);
    await vault.saveSignIn(byKey);
    const [keys, bobs, annas] = await sealedOf();
    expect(unseal(annas)).toMatchObject({ method: anna });
    await vault.setAuto(await vault.idOf(bob), false);
    expect([(await sealedOf())[0], (await sealedOf())[2]]).toEqual([keys, annas]);
    expect(await sealedOf()).not.toContain(bobs);
    await vault.dropSecret(await vault.idOf(bob));
    expect(JSON.stringify((await sealedOf()).map(unseal))).not.toContain(bob.password);
    await vault.remove([await vault.idOf(byKey)]);
    expect((await sealedOf())[1]).toBe(annas);
    expect(await vault.names()).toEqual(['bob', 'anna']);
    expect(await vault.first()).toEqual(expectedEntry({ ...bob, password: null }, false));
  });

  it('are sorted by last use, and using the first one again writes nothing', async () => {
    const vault = disk.vault();
    for (const name of ['a', 'b', 'c']) await vault.saveSignIn(named(name));
    await vault.markUsed(await vault.idOf(named('a')));
    expect(await vault.names()).toEqual(['a', 'c', 'b']);
    const text = await readFile(disk.file, 'utf8');
    expect(await vault.markUsed(await vault.idOf(named('a')))).toBeNull();
    expect(await readFile(disk.file, 'utf8')).toBe(text);
  });

  it('are limited to five, and the least recently used is evicted even with a wrong clock', async () => {
    let now = 5_000;
    const vault = disk.vault({}, { now: () => (now -= 1_000) });
    for (const name of ['a', 'b', 'c', 'd', 'e']) await vault.saveSignIn(named(name));
    await vault.markUsed(await vault.idOf(named('a')));
    await vault.saveSignIn(named('f'));
    expect(await vault.names()).toEqual(['f', 'a', 'e', 'd', 'c']);
    expect(await sealedOf()).toHaveLength(5);
  });

  it('contain each user once, ignoring case, but distinguish a key from a name', async () => {
    const vault = disk.vault();
    await vault.saveSignIn(anna);
    await vault.saveSignIn({ ...anna, username: 'ANNA', password: 'newer' });
    await vault.saveSignIn({ kind: 'key', key: 'anna' });
    expect(await vault.names()).toEqual(['anna', 'ANNA']);
  });

  it('contain a changed user name in place of the old one', async () => {
    const vault = disk.vault();
    await vault.saveSignIn(bob);
    await vault.saveSignIn(anna);
    await vault.saveSignIn(
      { ...anna, username: 'nora' },
      { auto: false, replacesId: await vault.idOf(anna) },
    );
    expect(await vault.names()).toEqual(['nora', 'bob']);
    expect((await vault.first())?.auto).toBe(false);
  });

  it('stay readable next to an unreadable one, which is evicted first', async () => {
    const vault = disk.vault();
    for (const name of ['a', 'b', 'c', 'd']) await vault.saveSignIn(named(name));
    const { v, entries } = await disk.content();
    const broken = {
      id: 'f'.repeat(32),
      service: testServiceHash,
      sealed: Buffer.from('x').toString('base64'),
    };
    await writeFile(disk.file, JSON.stringify({ v, entries: [broken, ...entries] }));
    expect(await vault.load()).toMatchObject({
      signIns: [{}, {}, {}, {}],
      unreadable: [broken.id],
    });
    await vault.setAuto(await vault.idOf(named('a')), false);
    expect((await disk.content()).entries).toContainEqual(broken);
    await vault.saveSignIn(named('e'));
    expect(await vault.names()).toEqual(['e', 'd', 'c', 'b', 'a']);
    expect((await disk.content()).entries).not.toContainEqual(broken);
  });

  it('do not change if the key store refuses to encrypt', async () => {
    await disk.vault().saveSignIn(anna);
    const text = await readFile(disk.file, 'utf8');
    const vault = disk.vault({ encryptStringAsync: rejects });
    expect(await vault.saveSignIn(bob)).toBe(false);
    expect(await vault.setAuto(await vault.idOf(anna), false)).toBeNull();
    expect(await vault.dropSecret(await vault.idOf(anna))).toBeNull();
    expect(await readFile(disk.file, 'utf8')).toBe(text);
    expect(await readdir(disk.folder)).toEqual(['kept-sign-ins.json']);
  });
});

describe('two programs that write at the same time', () => {
  it("keep each other's entries with two services", async () => {
    const [ours, theirs] = [disk.vault(), disk.vault({}, { service: there })];
    await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].flatMap((name) => [
        ours.saveSignIn(named(name)),
        theirs.saveSignIn(named(name)),
      ]),
    );
    expect([...(await ours.names())].sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect([...(await theirs.names())].sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    const id = await ours.idOf(named('a'));
    await Promise.all([
      ours.remove([id]),
      theirs.saveSignIn(named('a'), { auto: false }),
      ours.load(),
      theirs.load(),
    ]);
    expect([...(await ours.names())].sort()).toEqual(['b', 'c', 'd', 'e']);
    expect([...(await theirs.names())].sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(await readdir(disk.folder)).toEqual(['kept-sign-ins.json']);
  });

  it('save all entries with one service', async () => {
    await Promise.all([
      disk.vault().saveSignIn(anna),
      disk.vault().saveSignIn(bob),
      disk.vault().saveSignIn(byKey),
    ]);
    expect((await disk.content()).entries).toHaveLength(3);
  });

  it('fail without a change if the lock is not released', async () => {
    await disk.vault().saveSignIn(anna);
    const id = await disk.vault().idOf(anna);
    const lock = path.join(disk.folder, 'sign-ins.lock');
    await writeFile(lock, 'of another');
    // On Windows the lock is an open handle.
    const handle = hold(lock);
    const text = await readFile(disk.file, 'utf8');
    const [kept, removed] = await Promise.all([
      disk.vault().saveSignIn(bob),
      disk.vault().remove([id]),
    ]);
    closeSync(handle);
    expect([kept, removed]).toEqual([false, { ok: false, file: disk.file }]);
    expect(await readFile(disk.file, 'utf8')).toBe(text);
  });
});
