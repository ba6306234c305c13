// Recovery codes against the real service: enrolment, a sign-in without the phone, new codes, and
// an account with only a key.
import { expect, test } from 'vitest';
import { openRemovals } from '../../packages/service/test/removals-parts.ts';
import { form, listedEvents, nowMs, startRealLoader } from './real-loader.ts';

const stepMs = 30_000;

async function open(user = {}) {
  const clock = { ms: nowMs };
  const removals = await openRemovals({ now: () => clock.ms, user });
  const { service, ask } = removals;
  await ask('updatesettings', { recoverycodes: '1' });
  const loader = await startRealLoader(service);
  /** Advances the time and returns the next one-time code, because each code works only once. */
  const nextCode = (secret: string) => {
    clock.ms += stepMs;
    return service.totpCode(secret);
  };
  return { ...removals, ...loader, nextCode, time: clock };
}

const valueOf = <Value>(result: { ok: true; value: Value } | { ok: false }): Value => {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result)}`);
  return result.value;
};

test('enrolment ends with codes, each of which signs in once without the phone', async () => {
  const opened = await open();
  const { handlers, user, nextCode, service } = opened;
  const bob = await service.addUser({ username: 'bob', totp: true });
  await handlers.signIn(form(user));
  expect(opened.at('ready').account.can).toContain('newrecoverycodes');
  const { secret } = valueOf(await handlers.offerTwoFactor({}));
  const codes = valueOf(await handlers.turnOnTwoFactor({ code: nextCode(secret) })) ?? [];
  expect(codes).toHaveLength(10);
  const [first = '', second = ''] = codes;
  // The new codes are not active before one is confirmed.
  expect(await handlers.turnOffTwoFactor({ code: second })).toMatchObject({
    failure: { code: 'bad-code', recovery: true },
  });
  expect(await handlers.confirmRecoveryCodes({ code: first })).toMatchObject({ ok: true });
  expect(opened.at('ready').account).toMatchObject({ twoFactor: true, recoveryCodes: 10 });
  await expect
    .poll(() => listedEvents(opened))
    .toMatchObject([{ kind: 'two-factor-on', by: 'user' }]);
  await handlers.signOut({});
  await handlers.signIn(form(user));
  expect(opened.at('code-needed').recovery).toBe(true);
  await handlers.submitCode({ code: second });
  expect(opened.at('ready').account).toMatchObject({
    recoveryCodes: 9,
    events: [{ kind: 'recovery-code-used', by: 'user' }, { kind: 'two-factor-on' }],
  });
  await handlers.signOut({});
  await handlers.signIn(form(user));
  expect(await handlers.submitCode({ code: second })).toMatchObject({
    failure: { code: 'bad-code', recovery: true },
  });
  // The confirmation did not use up the code.
  await handlers.submitCode({ code: first });
  expect(opened.at('ready').account.recoveryCodes).toBe(8);
  await handlers.signOut({});
  await handlers.signIn(form(bob));
  expect(opened.at('code-needed')).not.toHaveProperty('recovery');
});

test('new codes replace the old ones only when they are confirmed', async () => {
  const opened = await open({ totp: true });
  const { handlers, user, nextCode } = opened;
  const secret = user.totpSecret ?? '';
  await handlers.signIn(form(user));
  await handlers.submitCode({ code: nextCode(secret) });
  const { password } = user;
  const make = async (code: string) =>
    valueOf(await handlers.offerRecoveryCodes({ password, code }));
  const [old = '', otherOld = ''] = await make(nextCode(secret));
  await handlers.confirmRecoveryCodes({ code: old });
  // A user who has lost the phone uses one of the old codes.
  const [fresh = ''] = await make(old);
  await expect
    .poll(() => listedEvents(opened))
    .toMatchObject([{ kind: 'recovery-code-used', by: 'user' }]);
  expect(await handlers.confirmRecoveryCodes({ code: otherOld })).toMatchObject({
    failure: { code: 'bad-code', recovery: true },
  });
  await handlers.retry({});
  expect(opened.at('ready').account.recoveryCodes).toBe(9);
  await handlers.confirmRecoveryCodes({ code: fresh });
  expect(await handlers.turnOffTwoFactor({ code: otherOld })).toMatchObject({
    failure: { code: 'bad-code' },
  });
  expect(await handlers.turnOffTwoFactor({ code: fresh })).toMatchObject({ ok: true });
  expect(opened.at('ready').account).toMatchObject({ twoFactor: false });
  expect(opened.at('ready').account).not.toHaveProperty('recoveryCodes');
});

test.each([
  ['a wrong password', { password: 'not this one' }, 'bad-credentials'],
  ['a wrong code', { code: '000000' }, 'bad-code'],
])('%s makes no codes', async (_, wrong, code) => {
  const { handlers, user, nextCode } = await open({ totp: true });
  const secret = user.totpSecret ?? '';
  await handlers.signIn(form(user));
  await handlers.submitCode({ code: nextCode(secret) });
  const right = { password: user.password, code: nextCode(secret) };
  expect(await handlers.offerRecoveryCodes({ ...right, ...wrong })).toMatchObject({
    failure: { code },
  });
});

test('an account with only a key makes and uses codes without a password', async () => {
  const opened = await open();
  const { handlers, service, nextCode } = opened;
  const key = await service.addLicense({ days: 30 });
  await handlers.signInWithKey({ key, remember: false });
  const { secret } = valueOf(await handlers.offerTwoFactor({}));
  const [first = ''] = valueOf(await handlers.turnOnTwoFactor({ code: nextCode(secret) })) ?? [];
  await handlers.confirmRecoveryCodes({ code: first });
  const more = await handlers.offerRecoveryCodes({ password: null, code: nextCode(secret) });
  const [fresh = ''] = valueOf(more);
  await handlers.confirmRecoveryCodes({ code: fresh });
  await handlers.signOut({});
  await handlers.signInWithKey({ key, remember: false });
  expect(opened.at('code-needed').recovery).toBe(true);
  await handlers.submitCode({ code: fresh });
  expect(opened.at('ready').account.recoveryCodes).toBe(9);
});
