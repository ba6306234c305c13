// The offline pass in the encrypted entry of a saved sign-in.
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anna, bob, openVaultOnDisk, unseal, type VaultOnDisk } from '../support/vault-on-disk.ts';

let disk: VaultOnDisk;
beforeEach(async () => {
  disk = await openVaultOnDisk();
});
afterEach(() => disk.remove());

const offline = { pass: `${'a'.repeat(40)}.${'b'.repeat(86)}`, seenAt: 1_900_000_000_000 };
const sealedOf = async () => (await disk.content()).entries.map(({ sealed }) => sealed);

test('a pass is encrypted with its sign-in, and other entries keep their bytes', async () => {
  const vault = disk.vault();
  await vault.saveSignIn(anna);
  await vault.saveSignIn(bob);
  const [, annas] = await sealedOf();
  const id = await vault.idOf(bob);
  const content = await vault.setOffline(id, offline);
  expect(content?.signIns[0]).toMatchObject({ id, method: bob, offline });
  expect((await sealedOf())[1]).toBe(annas);
  expect(unseal((await sealedOf())[0])).toMatchObject({ offline });
  expect(await readFile(disk.file, 'utf8')).not.toContain(offline.pass);
  expect((await disk.vault().load()).signIns).toMatchObject([{ offline }, { method: anna }]);
  // Marking a sign-in as used, or changing its automatic sign-in, keeps the pass.
  await vault.setAuto(id, false);
  await vault.markUsed(await vault.idOf(anna));
  expect((await vault.load()).signIns[1]).toMatchObject({ id, auto: false, offline });
});

test('a pass is removed alone, with a wrong password, and with the sign-in', async () => {
  const vault = disk.vault();
  await vault.saveSignIn(anna);
  const id = await vault.idOf(anna);
  expect(await vault.setOffline(id, null)).toBeNull();
  await vault.setOffline(id, offline);
  expect((await vault.setOffline(id, null))?.signIns[0]).not.toHaveProperty('offline');
  await vault.setOffline(id, offline);
  const dropped = await vault.dropSecret(id);
  expect(dropped?.signIns[0]).toMatchObject({ method: { password: null } });
  expect(dropped?.signIns[0]).not.toHaveProperty('offline');
  expect(await vault.setOffline('f'.repeat(32), offline)).toBeNull();
  // A new sign-in of the same user has no pass yet.
  await vault.setOffline(id, offline);
  await vault.saveSignIn(anna);
  expect((await vault.load()).signIns[0]).not.toHaveProperty('offline.pass');
});

test('a malformed pass is ignored, and the sign-in stays', async () => {
  const vault = disk.vault();
  await vault.saveSignIn(anna);
  await vault.setOffline(await vault.idOf(anna), { ...offline, pass: 'no pass' });
  const [entry] = (await disk.vault().load()).signIns;
  expect(entry).toMatchObject({ method: anna });
  expect(entry?.offline).toBeUndefined();
});
