// Attack: names and addresses that look like others, to impersonate a user or get a reset link.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { emailHash } from '../../src/features/users/emails.ts';
import { startFakeSmtp } from '../support/fake-smtp.ts';
import { sellerOf } from '../support/seller-client.ts';
import { hwid, openWire } from '../support/service-client.ts';
import { temporaryFolder } from '../support/service-command.ts';

async function open() {
  const wire = await openWire();
  const ask = sellerOf(wire.service);
  const register = async (username: string) => {
    const [sessionid, key] = [await wire.init(), await wire.service.addLicense({ days: 1 })];
    const given = { type: 'register', sessionid, username, pass: 'a password', key, hwid };
    const { body } = await wire.send(given);
    return body['success'] === true ? 'made' : body['reason'];
  };
  return { ...wire, ask, register };
}

test.each([
  ['а Cyrillic letter in it', 'modern', 'mоdern'],
  ['letters of other alphabets, in another case', 'paypal', 'РауРаl'],
  ['a look-alike of two letters', 'modern', 'ｍoԁern'],
  ['ASCII letters that look like a Cyrillic name', 'аdmin', 'admin'],
  ['a Turkish letter with a dot', 'ibrahim', 'İbrahim'],
  ['a letter with a second dot', 'ibrahim', 'i\u0307brahim'],
  ['a Turkish letter without a dot', 'İbrahim', 'ıbrahım'],
])('a look-alike name counts as taken: %s', async (_what, there, made) => {
  const { register, ask, service, init, send } = await open();
  expect(await register(there)).toBe('made');
  expect(await register(made)).toBe('username-taken');
  expect((await ask('adduser', { user: made, sub: 'Pro', expiry: '1' })).message).toBe(
    'Username already taken, choose a different one',
  );
  const other = await service.addUser();
  expect(
    (await ask('editusername', { currentUsername: other.username, newUsername: made })).status,
  ).toBe(400);
  const sessionid = await init();
  const { username, password: pass } = other;
  await send({ type: 'login', sessionid, username, pass, hwid });
  const renamed = await send({ type: 'changeUsername', sessionid, newUsername: made });
  expect(renamed.body).toMatchObject({ reason: 'new-username-taken' });
});

test('control: names of ASCII or of one alphabet are accepted', async () => {
  const { register } = await open();
  for (const name of ['modem', 'modern', 'l1ly', 'lily', 'иван', 'Ivan', 'josé', 'jose', '小明'])
    expect([name, await register(name)]).toEqual([name, 'made']);
});

test.each([
  ['a space that has no width', 'an\u200bna'],
  ['a mark that turns the text round', 'an\u202ena'],
  ['a soft hyphen', 'an\u00adna'],
  ['a code point for private use', 'an\ue000na'],
  ['an unassigned code point', 'an\u0378na'],
  ['the look of a reserved name', 'еvеryone'],
])('a name with %s is refused', async (_what, made) => {
  const { register, ask } = await open();
  expect(await register(made)).toBe('username-reserved');
  expect((await ask('adduser', { user: made, sub: 'Pro', expiry: '1' })).message).toBe(
    'This username is reserved, choose a different one',
  );
});

test('an existing user with a look-alike name still signs in', async () => {
  const { service, signIn } = await open();
  await service.addUser({ username: 'admin' });
  const old = await service.addUser({ username: 'аdmin' });
  expect(await signIn(old)).toHaveLength(43);
});

test('a reset link is mailed to the stored address only, not to a look-alike', async () => {
  const smtp = await startFakeSmtp();
  onTestFinished(() => smtp.close());
  const smtpFile = join(temporaryFolder(), 'smtp.json');
  const settings = {
    url: `smtp://127.0.0.1:${smtp.port}`,
    from: 'Northwind <no-reply@northwind.example>',
    publicUrl: 'https://license.northwind.example/',
  };
  writeFileSync(smtpFile, JSON.stringify(settings), { mode: 0o600 });
  const { service, send, init } = await openWire({ smtpFile });
  const { username } = await service.addUser();
  await sellerOf(service)('editemail', { user: username, email: 'Anna@kelvin.example' });
  const forgot = async (email: string) =>
    (await send({ type: 'forgot', sessionid: await init(), username, email })).body;
  // Composition turns a Kelvin sign into the letter K, so this is the stored address.
  await forgot('anna@\u212aelvin.example');
  expect(smtp.mails.map(({ to }) => to)).toEqual(['anna@kelvin.example']);
  expect(await forgot('anna@ke\u0139vin.example')).toMatchObject({ reason: 'email-wrong' });
  expect(smtp.mails).toHaveLength(1);
  // SECURITY: without composition they are two addresses.
  const key = Buffer.alloc(32, 1);
  expect(emailHash(key, '\u212a@x')).not.toBe(emailHash(key, 'k@x'));
  expect(emailHash(key, 'K@X')).toBe(emailHash(key, 'k@x'));
  expect(emailHash(Buffer.alloc(32, 2), 'k@x')).not.toBe(emailHash(key, 'k@x'));
});
