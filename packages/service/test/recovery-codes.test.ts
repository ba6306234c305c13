// Recovery codes: making, confirming and using them (docs/protocol.md#recovery-codes).
import { expect, test } from 'vitest';
import { foreignCode, codesOf, openRecovery } from './recovery-parts.ts';
import { infoOf } from './seats-parts.ts';
import { hwid, type Parameters } from './support/service-client.ts';

const minute = 60;

test('each of ten confirmed codes signs in once', async () => {
  const { clock, offer, confirm, signIn, check, sessionid } = await openRecovery();
  expect(infoOf(await check(sessionid))['recovery']).toEqual({ left: 0 });
  const codes = codesOf(await offer());
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}$/);
  expect(infoOf(await check(sessionid))['recovery']).toEqual({ left: 0 });
  expect(await confirm(codes[3] ?? '')).toMatchObject({ success: true, recovery: { left: 10 } });
  // The code that confirmed them is not used up.
  for (const [index, code] of [codes[3] ?? '', ...codes.toSpliced(3, 1)].entries()) {
    const { body } = await signIn('desk', { code });
    expect(infoOf(body)['recovery']).toEqual({ left: 9 - index });
    expect((await signIn('desk', { code })).result).toBe('bad-code');
    clock.now += 20 * minute; // wrong codes count for 15 minutes
  }
  expect(infoOf(await check(sessionid))['recovery']).toEqual({ left: 0 });
});

test('the old set stays valid until a code of the new one is sent back', async () => {
  const { make, offer, confirm, signIn } = await openRecovery();
  const [first = '', second = '', third = ''] = await make();
  const [fresh = ''] = codesOf(await offer());
  expect((await signIn('desk', { code: first })).result).toMatchObject({ used: 1 });
  expect((await signIn('desk', { code: fresh })).result).toBe('bad-code');
  expect(await confirm(second)).toMatchObject({ reason: 'bad-code' });
  expect((await signIn('desk', { code: second })).result).toMatchObject({ used: 1 });
  expect(await confirm(fresh)).toMatchObject({ success: true });
  expect((await signIn('desk', { code: third })).result).toBe('bad-code');
  expect((await signIn('desk', { code: fresh })).result).toMatchObject({ used: 1 });
});

test('a session gets the same pending set for ten minutes, and can confirm it for an hour', async () => {
  const { clock, offer, confirm } = await openRecovery();
  const first = codesOf(await offer());
  clock.now += 9 * minute;
  expect(codesOf(await offer())).toEqual(first);
  clock.now += minute;
  const later = codesOf(await offer());
  expect(later).not.toEqual(first);
  expect(await confirm(first[0] ?? '')).toMatchObject({ reason: 'bad-code' });
  clock.now += 60 * minute - 1;
  expect(await confirm(later[0] ?? '')).toMatchObject({ success: true });
  const last = codesOf(await offer());
  clock.now += 60 * minute;
  expect(await confirm(last[0] ?? '')).toMatchObject({ reason: 'recovery-expired' });
  expect(await confirm(last[0] ?? '')).toMatchObject({ reason: 'recovery-expired' });
});

test('every operation that takes a code accepts a recovery code', async () => {
  const { ask, make, offer, confirm, request, send, user, sessionid, signIn } =
    await openRecovery();
  const { password: pass } = user;
  await ask('editemail', { user: 'anna', email: 'anna@test.example' });
  const [one = '', two = '', three = '', four = '', five = ''] = await make();
  const byMail = { type: 'loginEmail', email: 'anna@test.example', pass, hwid, code: one };
  expect((await send({ ...byMail, sessionid })).body).toMatchObject({ success: true });
  const change = { type: 'changepassword', sessionid, newpass: pass };
  expect((await send({ ...change, pass, code: two })).body).toMatchObject({ success: true });
  expect(codesOf(await request({ pass, code: three }))).toHaveLength(10);
  expect(await offer({ code: four })).toMatchObject({ success: true });
  // A used code of the old set does not confirm the new one.
  expect(await confirm(four)).toMatchObject({ reason: 'bad-code' });
  const disable = { type: '2fadisable', sessionid };
  expect((await send({ ...disable, code: five })).body).toMatchObject({ success: true });
  expect((await signIn('desk')).result).toMatchObject({ used: 2 });
});

test('a key account accepts a recovery code at license', async () => {
  const { service, make, send, init } = await openRecovery();
  const key = await service.addLicense({ days: 30 });
  const sessionid = await init();
  const signIn = { type: 'license', sessionid, key, hwid };
  expect((await send(signIn)).body).toMatchObject({ success: true });
  const { body: offered } = await send({ type: '2faenable', sessionid });
  const { secret_code: secret } = offered['2fa'] as { secret_code: string }; // as its schema says
  const enable = { type: '2faenable', sessionid, code: service.totpCode(secret), recovery: '1' };
  const [code = ''] = codesOf((await send(enable)).body);
  await send({ type: 'newrecoverycodes', sessionid, confirm: code });
  const [foreign = ''] = await make();
  const asked = { reason: 'code-needed', recovery: true };
  expect((await send(signIn)).body).toMatchObject(asked);
  expect((await send({ ...signIn, code: foreign })).body).toMatchObject({ reason: 'bad-code' });
  expect((await send({ ...signIn, code })).body).toMatchObject({ success: true });
});

test('turning two-factor sign-in on offers codes to programs that ask for them', async () => {
  const { ask, service, send, init, user, signIn } = await openRecovery();
  await ask('disable2fa', { user: user.username });
  const { sessionid } = await signIn('desk');
  const enable = async (more: Parameters) => {
    const offered = (await send({ type: '2faenable', sessionid })).body;
    const { secret_code: secret } = offered['2fa'] as { secret_code: string }; // as its schema says
    const code = service.totpCode(secret);
    const { body } = await send({ type: '2faenable', sessionid, code, ...more });
    expect(body).toMatchObject({ success: true, message: '2fa successfully activated' });
    return body;
  };
  const refused = { reason: 'recovery-expired' };
  const confirm = async (code: string) =>
    (await send({ type: 'newrecoverycodes', sessionid, confirm: code })).body;
  for (const more of [{}, { recovery: '0' }] as Parameters[]) {
    expect(await enable(more)).not.toHaveProperty('codes');
    expect(await confirm(foreignCode)).toMatchObject(refused);
    await ask('disable2fa', { user: user.username });
  }
  const codes = codesOf(await enable({ recovery: '1' }));
  const login = { type: 'login', username: user.username, pass: user.password, hwid };
  const asked = await send({ ...login, sessionid: await init() });
  expect(asked.body).toMatchObject({ reason: 'code-needed' });
  expect(asked.body).not.toHaveProperty('recovery');
  expect(await confirm(codes[9] ?? '')).toMatchObject({ success: true, recovery: { left: 10 } });
  const again = await send({ ...login, sessionid: await init() });
  expect(again.body).toMatchObject({ reason: 'code-needed', recovery: true });
});

test.each([
  ['the user', null],
  ['the seller', 'disable2fa'],
] as const)('turning two-factor sign-in off by %s deletes all codes', async (_who, type) => {
  const { ask, make, offer, confirm, oneTimeCode, send, service, sessionid } = await openRecovery();
  await make();
  const pending = codesOf(await offer());
  if (type === null) await send({ type: '2fadisable', sessionid, code: oneTimeCode() });
  else await ask(type, { user: 'anna' });
  expect(await confirm(pending[0] ?? '')).toMatchObject({ reason: 'two-factor-off' });
  expect(await offer()).toMatchObject({ reason: 'two-factor-off' });
  const row = service.database
    .selectFrom('users')
    .select(['recoveryCodes', 'recoveryPending'])
    .where('username', '=', 'anna');
  expect(await row.executeTakeFirstOrThrow()).toEqual({
    recoveryCodes: null,
    recoveryPending: null,
  });
});

test('the setting is off by default; while it is off, codes are neither accepted nor deleted', async () => {
  const { ask, make, offer, send, signIn, check, sessionid } = await openRecovery();
  const [code = ''] = await make();
  expect(infoOf(await check(sessionid))['can']).toContain('newrecoverycodes');
  await ask('updatesettings', { recoverycodes: '0' });
  expect(infoOf(await check(sessionid))).toMatchObject({ can: ['changepassword'] });
  expect(infoOf(await check(sessionid))).not.toHaveProperty('recovery');
  expect(await offer()).toMatchObject({ reason: 'type-unknown' });
  expect((await send({ type: 'newrecoverycodes', sessionid })).body).toMatchObject({
    reason: 'type-unknown',
  });
  const asked = await signIn('desk');
  expect(asked.body).toMatchObject({ reason: 'code-needed' });
  expect(asked.body).not.toHaveProperty('recovery');
  expect((await signIn('desk', { code })).result).toBe('bad-code');
  await ask('updatesettings', { recoverycodes: '1' });
  expect((await signIn('desk')).body).toMatchObject({ recovery: true });
  expect((await signIn('desk', { code })).result).toMatchObject({ used: 1 });
});

test('accepts a code as people type it', async () => {
  const { make, signIn } = await openRecovery();
  const codes = await make();
  const typed: ((code: string) => string)[] = [
    (code) => code.toUpperCase(),
    (code) => ` ${code.replace('-', ' ')} `,
    (code) => code.replace('-', ''),
    (code) => code.replace('-', '–'),
    (code) => code.replaceAll('0', 'O').replaceAll('1', 'l'),
    (code) => code.replaceAll('1', 'I'),
  ];
  for (const [index, write] of typed.entries())
    expect((await signIn('desk', { code: write(codes[index] ?? '') })).result).toMatchObject({
      used: 1,
    });
  for (const code of ['12345', '1234567', 'uuuu-uuuu', '----'])
    expect((await signIn('desk', { code })).result).toBe('bad-request');
});

test('asks for the missing parameter, and for a code if the password is correct', async () => {
  const { make, request, user } = await openRecovery();
  expect(await request({})).toMatchObject({ reason: 'bad-request' });
  expect(await request({ code: foreignCode })).toMatchObject({ reason: 'bad-request' });
  const { password: pass } = user;
  expect(await request({ pass })).not.toHaveProperty('recovery');
  await make();
  expect(await request({ pass })).toMatchObject({ reason: 'code-needed', recovery: true });
});

test('a seller sees how many codes are left, but no code', async () => {
  const { ask, make, signIn, service } = await openRecovery();
  await service.addUser({ username: 'berta' });
  const codes = await make();
  await signIn('desk', { code: codes[0] ?? '' });
  const of = async (user: string) => (await ask('userdata', { user })).body;
  expect(await of('anna')).toMatchObject({ recoverycodes: '9', twofactor: true });
  expect(await of('berta')).toMatchObject({ recoverycodes: '0' });
  const all = JSON.stringify([await of('anna'), await ask('fetchallusers')]);
  const { recoveryCodes } = await service.database
    .selectFrom('users')
    .select('recoveryCodes')
    .where('username', '=', 'anna')
    .executeTakeFirstOrThrow();
  const hashes = JSON.parse(recoveryCodes ?? '') as readonly string[]; // as the service wrote it
  expect(hashes).toHaveLength(9);
  for (const secret of [...codes, ...hashes]) expect(all).not.toContain(secret);
});
