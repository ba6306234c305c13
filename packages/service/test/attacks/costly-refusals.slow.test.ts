// Attack: correct but refused requests, again and again, each of which costs a password check.
import { hashSync } from 'bcryptjs';
import { expect, test } from 'vitest';
import { createPasswords } from '../../src/secrets/passwords.ts';
import { addOtherApplication } from '../support/another-application.ts';
import { behindProxy, signInFrom } from '../support/many-addresses.ts';
import { hwid, openWire, wireTo } from '../support/service-client.ts';
import { cheapCost } from '../support/cheap-cost.ts';

/** A service that records the computed hashes. */
async function open() {
  const computed: string[] = [];
  const passwords = await createPasswords(cheapCost);
  const wire = await openWire({
    ...behindProxy,
    wrapPasswords: () => ({
      hash: (...given) => (computed.push('hash'), passwords.hash(...given)),
      verify(hash, ...given) {
        computed.push(hash?.startsWith('$2') === true ? 'bcrypt' : 'argon2id');
        return passwords.verify(hash, ...given);
      },
    }),
  });
  return { ...wire, computed };
}

test('a paused imported account is limited after ten sign-ins in 15 minutes, and costs one bcrypt hash', async () => {
  const { service, computed } = await open();
  const { database } = service;
  const user = await service.addUser({ subscription: 'paused' });
  await database
    .updateTable('users')
    .set({ passwordHash: hashSync(user.password, 4) })
    .where('username', '=', user.username)
    .execute();
  await database.updateTable('applications').set({ legacyHashes: 1 }).execute();
  const logIn = await signInFrom(service);
  const reasons: unknown[] = [];
  for (let time = 0; time < 12; time += 1)
    reasons.push((await logIn('192.0.2.1', user.username, user.password)).body['reason']);
  expect(reasons).toEqual([
    ...Array<string>(10).fill('subscription-paused'),
    ...Array<string>(2).fill('rate-limited'),
  ]);
  expect(computed.filter((what) => what === 'bcrypt')).toHaveLength(1);
  expect(computed.filter((what) => what === 'argon2id')).toHaveLength(9);
  // Controls: other addresses and other users are not affected; wrong passwords count separately.
  expect((await logIn('198.51.100.7', user.username, user.password)).body['reason']).toBe(
    'subscription-paused',
  );
  const other = await service.addUser();
  expect((await logIn('192.0.2.1', other.username, other.password)).body['success']).toBe(true);
});

test('refused correct passwords and wrong passwords have separate budgets', async () => {
  const { service } = await open();
  const user = await service.addUser({ banned: 'because' });
  const logIn = await signInFrom(service);
  for (let time = 0; time < 9; time += 1)
    expect((await logIn('192.0.2.1', user.username, user.password)).body['reason']).toBe('banned');
  const wrong = await logIn('192.0.2.1', user.username, 'wrong');
  expect(wrong.body).toMatchObject({ reason: 'bad-credentials' });
  expect(wrong.body).not.toHaveProperty('triesLeft');
  expect((await logIn('192.0.2.1', user.username, user.password)).body['reason']).toBe('banned');
  expect((await logIn('192.0.2.1', user.username, user.password)).body['reason']).toBe(
    'rate-limited',
  );
});

test('successful sign-ins and requests for a one-time code are never limited', async () => {
  const { service } = await open();
  const user = await service.addUser();
  const withCode = await service.addUser({ totp: true });
  const logIn = await signInFrom(service);
  for (let time = 0; time < 12; time += 1) {
    expect((await logIn('192.0.2.1', user.username, user.password)).body['success']).toBe(true);
    expect((await logIn('192.0.2.1', withCode.username, withCode.password)).body['reason']).toBe(
      'code-needed',
    );
  }
});

test('a used key costs no hash, and is limited after ten requests', async () => {
  const { service, computed, send, init } = await open();
  const key = await service.addLicense({ days: 1 });
  const { username } = await service.addUser();
  const sessionid = await init();
  await send({ type: 'upgrade', sessionid, username, key });
  computed.length = 0;
  const ask = async () => {
    const { body } = await send({ type: 'license', sessionid, key, hwid });
    return body['reason'];
  };
  for (let time = 0; time < 10; time += 1) expect(await ask()).toBe('key-used');
  expect(await ask()).toBe('rate-limited');
  expect(computed).toEqual([]);
  // Control: in another application the key is unknown, which costs a check.
  const other = wireTo({ ...service, app: await addOtherApplication(service, { id: 'another' }) });
  const parameters = { type: 'license', sessionid: await other.init(), key, hwid };
  expect((await other.send(parameters)).body['reason']).toBe('key-unknown');
  expect(computed).toEqual(['argon2id']);
});
