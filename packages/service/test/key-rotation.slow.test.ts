// A change of signing keys (docs/protocol.md#signing-keys): loaders that know the old key, both, or
// the new one.
import { copyFileSync, existsSync, linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readKeys } from '../src/host/signing-keys.ts';
import { openSigner } from '../src/secrets/signing.ts';
import { startRealLoader } from '../../../test/core/real-loader.ts';
import { ownApplicationId } from './support/own-application.ts';
import { sellerOf } from './support/seller-client.ts';
import { runCommand } from './support/service-command.ts';
import { readAnswer, isSignatureValid, wireTo } from './support/service-client.ts';
import { type TestService } from './support/service.ts';
import {
  signInForm,
  launchAndReadKeys,
  openKeyRotation,
  expectSignIn,
} from './support/key-rotation.ts';

test('a loader works while a key is added, deployed and activated, until its own key is retired', async () => {
  const { data, service: now, restart, command } = await openKeyRotation({ alone: true });
  const first = now();
  const [anna, ben, carl] = [
    await first.addUser({ username: 'anna' }),
    await first.addUser({ username: 'ben' }),
    await first.addUser({ username: 'carl' }),
  ];
  const old = first.publicKey;
  const before = await startRealLoader(first);
  await expectSignIn(before, anna);
  expect(await launchAndReadKeys(before)).toMatchObject({ publicKey: old, publicKeys: [old] });
  const upload = join(data, 'upload', ownApplicationId);
  mkdirSync(upload, { recursive: true });
  writeFileSync(join(upload, 'tool.bin'), 'the bytes of a tool');
  const ask = sellerOf(first);
  const { id } = (await ask('upload', { name: 'tool.bin', authed: '1' })).body;
  const sessionid = await wireTo(first).signIn(carl);
  const file = await wireTo(first).send({ type: 'file', sessionid, fileid: String(id) });
  const download = String(file.body['download']);
  const { token } = (await ask('addtoken')).body;
  const stillWorks = async () => {
    const bytes = await fetch(now().url + download);
    expect(await bytes.text()).toBe('the bytes of a tool');
    await sellerOf(now())('updatesettings', { tokensystem: '1' });
    const init = {
      type: 'init',
      ver: now().app.version,
      token: String(token),
      thash: 'a'.repeat(64),
    };
    expect((await wireTo(now()).send(init)).body['success']).toBe(true);
    await sellerOf(now())('updatesettings', { tokensystem: '0' });
    expect((await wireTo(now()).send({ type: 'check', sessionid })).body['success']).toBe(true);
  };
  await stillWorks();

  const added = await command('add', '--json');
  const { id: newId, publicKey: next } = added.json();
  if (typeof newId !== 'string' || typeof next !== 'string') throw new Error(added.stderr);
  expect(added.json()['publicKeys']).toEqual([old, next]);
  expect(await restart()).toMatchObject({ publicKey: old, publicKeys: [old, next] });
  await expectSignIn(before, anna);
  const both = await startRealLoader(now(), { publicKey: old, publicKeys: [old, next] });
  await expectSignIn(both, ben);
  expect(await launchAndReadKeys(both)).toMatchObject({ publicKey: old, publicKeys: [old, next] });
  await stillWorks();

  const activated = await command('activate');
  // Carl's program does not say which keys it knows.
  expect(activated.stdout).toContain('Of 3 sign-ins of the last 30 days, 2 know only');
  expect(await restart()).toMatchObject({ publicKey: next, publicKeys: [old, next] });
  await expectSignIn(before, anna);
  expect((await launchAndReadKeys(before)).publicKey).toBe(old);
  await expectSignIn(both, ben);
  expect((await launchAndReadKeys(both)).publicKey).toBe(next);
  const after = await startRealLoader(now(), { publicKey: next });
  await expectSignIn(after, ben);
  expect((await launchAndReadKeys(after)).publicKeys).toEqual([next]);
  await stillWorks();

  const asked = await command('retire');
  expect(asked.exitCode).toBe(1);
  expect(asked.stderr).toContain('Of 3 sign-ins of the last 30 days, 2 know only');
  const { publicKey: outgoing } = openSigner(
    join(data, `signing-key-${await outgoingId(data, now())}.pem`),
  );
  expect(outgoing).toBe(old);
  expect((await command('retire', '--yes', '--json')).json()).toMatchObject({
    onlyThis: 2,
    signIns: 3,
  });
  expect(await restart()).toMatchObject({ publicKey: next, publicKeys: [next] });
  await expectSignIn(both, ben);
  await expectSignIn(after, ben);
  await before.handlers.signOut({});
  await before.handlers.signIn(signInForm(anna));
  expect(before.at('unreachable').failure.code).toBe('bad-signature');
  await stillWorks();
  expect((await command('list', '--json')).json()['keys']).toMatchObject([
    { id: newId, role: 'active', publicKey: next },
  ]);
});

async function outgoingId(data: string, { database }: TestService): Promise<string> {
  const [oldest = ''] = await readKeys(database);
  expect(existsSync(join(data, `signing-key-${oldest.slice(0, 16)}.pem`))).toBe(true);
  return oldest.slice(0, 16);
}

test('signs with the active key if the program knows it, else with the newest key it knows', async () => {
  const { service: now, restart, command } = await openKeyRotation();
  const made = [await command('add', '--json'), await command('add', '--json')];
  const ids = made.map((one) => String(one.json()['id']));
  const [middleId = '', newestId = ''] = ids;
  expect((await command('add')).stderr).toContain('There are already 3 signing keys');
  expect((await command('activate')).stderr).toContain('More than one signing key is waiting');
  await command('activate', middleId);
  const { publicKeys, url, app } = await restart();
  const [oldest = '', middle = '', newest = ''] = publicKeys;
  const oldestId = (await readKeys(now().database)).map((one) => one.slice(0, 16))[0] ?? '';
  const stranger = '0123456789abcdef';
  for (const [keys, by] of [
    [undefined, oldest],
    ['', oldest],
    [oldestId, oldest],
    [middleId, middle],
    [newestId, newest],
    [`${oldestId},${newestId}`, newest],
    [`${newestId},${middleId},${oldestId}`, middle],
    [`${stranger},${oldestId}`, oldest],
    [stranger, oldest],
  ] as const) {
    const { name, ownerid, version: ver } = app;
    const parameters = { type: 'init', name, ownerid, ver, ...(keys !== undefined && { keys }) };
    for (const bad of [{}, { name: 'nobody' }]) {
      const query = new URLSearchParams({ ...parameters, ...bad }).toString();
      const answer = await readAnswer(await fetch(`${url}/api/1.3/?${query}`));
      const signers = publicKeys.filter((key) => isSignatureValid(key, answer));
      expect([keys, signers]).toEqual([keys, [by]]);
    }
  }
  for (const keys of [
    'x',
    `${middleId},`,
    middleId.toUpperCase(),
    Array(4).fill(middleId).join(),
  ]) {
    const { body } = await wireTo(now()).send({ type: 'init', ver: app.version, keys });
    expect(body).toMatchObject({
      reason: 'bad-request',
      message: 'The parameter "keys" is not valid.',
    });
  }
});

test('an interrupted command can be repeated, and the service still starts', async () => {
  const { data, service: now, restart, command } = await openKeyRotation();
  const anna = await now().addUser();
  const before = await startRealLoader(now());
  const fine = async () => {
    await restart();
    await expectSignIn(before, anna);
  };
  const at = (name: string) => join(data, name);
  // The new key still has its temporary name.
  openSigner(at('signing-key.pem.new'));
  await fine();
  // The new key has its own name, but the data does not know it.
  const list = await readKeys(now().database);
  const left = String((await command('add', '--json')).json()['id']);
  expect(existsSync(at('signing-key.pem.new'))).toBe(false);
  const facts = () => now().database.updateTable('facts').where('name', '=', 'signing-key');
  await facts()
    .set({ value: list.join(',') })
    .execute();
  await fine();
  await now().close();
  const ran = await runCommand('--data', data, '--port', '0');
  expect(ran.stderr()).toContain(`signing-key-${left}.pem signs nothing`);
  await ran.end();
  await fine();
  const id = String((await command('add', '--json')).json()['id']);
  expect(id).not.toBe(left);
  // The old key has two names.
  const oldId = (list[0] ?? '').slice(0, 16);
  linkSync(at('signing-key.pem'), at(`signing-key-${oldId}.pem`));
  await fine();
  expect((await command('activate', id)).exitCode).toBe(0);
  await fine();
  expect(now().publicKeys).toHaveLength(2);
  // The old key is retired, but its file is still there.
  copyFileSync(at(`signing-key-${oldId}.pem`), at('kept'));
  await command('retire', oldId, '--yes');
  copyFileSync(at('kept'), at(`signing-key-${oldId}.pem`));
  const after = await startRealLoader(await restart());
  await expectSignIn(after, anna);
  expect(now().publicKeys).toHaveLength(1);
  for (const one of [oldId, left]) {
    expect((await command('retire', one, '--yes')).exitCode).toBe(0);
    expect(existsSync(at(`signing-key-${one}.pem`))).toBe(false);
  }
  expect((await command('retire', id, '--yes')).stderr).toContain('Activate another one first');
  expect((await command('retire', oldId, '--yes')).stderr).toMatch(
    /^The signing key \S+ does not exist\./,
  );
});

test('a start needs every key that was ever active, but no pending key, and ignores unknown key files', async () => {
  const { data, service: now, command } = await openKeyRotation();
  const id = String((await command('add', '--json')).json()['id']);
  const old = (await readKeys(now().database)).map((one) => one.slice(0, 16))[0] ?? '';
  await now().close();
  const [waiting, active] = [join(data, `signing-key-${id}.pem`), join(data, 'signing-key.pem')];
  const { renameSync, rmSync } = await import('node:fs');
  const starts = async () => {
    const ran = await runCommand('--data', data, '--port', '0');
    if (ran.exitCode === null) await ran.end();
    return ran;
  };
  renameSync(waiting, `${waiting}.away`);
  expect((await starts()).exitCode).toBeNull();
  expect((await command('activate', id)).stderr).toContain(
    'does not exist on this machine. Copy it there first',
  );
  copyFileSync(active, waiting);
  expect((await starts()).stderr()).toContain('does not match the id in its name');
  rmSync(waiting);
  renameSync(`${waiting}.away`, waiting);
  expect((await command('activate')).exitCode).toBe(0);
  const outgoing = join(data, `signing-key-${old}.pem`);
  renameSync(outgoing, `${outgoing}.away`);
  expect((await starts()).stderr()).toMatch(
    /signing-key-[0-9a-f]{16}\.pem is missing, .*retire" continues without it/,
  );
  expect((await command('retire', '--yes')).exitCode).toBe(0);
  expect((await starts()).exitCode).toBeNull();
});
