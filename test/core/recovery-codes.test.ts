// Recovery codes in the core: their use at a sign-in, new codes, and where codes must never be
// written.
import { describe, expect, test } from 'vitest';
import { accountInfo, recoveryCodes, refusal } from '../support/fake-http.ts';
import { anna, atForm, atReady, form, type Harness } from './harness.ts';
import { activated, enable, offer } from './two-factor-parts.ts';

const [recoveryCode = ''] = recoveryCodes;
const sentOf = ({ http }: Harness, type: string) =>
  http.sent.map(({ params }) => params).filter((one) => one['type'] === type);
const request = { password: anna.password, code: '123456' };
const facts = { twofactor: true, can: ['newrecoverycodes'], recovery: { left: 7 } };
const infoWith = (more: object) => ({ ...accountInfo('anna'), ...facts, ...more });

/** Returns a signed-in loader with two-factor sign-in on and seven recovery codes left. */
async function signedIn(more: object = {}): Promise<Harness> {
  const harness = await atForm();
  harness.http.on('login', { success: true, info: infoWith(more) });
  await harness.handlers.signIn(form);
  harness.at('ready');
  return harness;
}

describe('a sign-in', () => {
  test.each([
    [{ recovery: true }, true],
    [{}, undefined],
    [{ recovery: 'yes' }, undefined],
  ])('answered code-needed with %o offers recovery codes: %o', async (more, expected) => {
    const harness = await atForm();
    harness.http.on('login', refusal('code-needed', more));
    await harness.handlers.signIn(form);
    expect(harness.at('code-needed').recovery).toBe(expected);
  });

  test('sends a recovery code in place of a one-time code, and says which kind is wrong', async () => {
    const harness = await atForm();
    const { http, handlers } = harness;
    http.on('login', ({ params }) =>
      params['code'] === undefined
        ? refusal('code-needed', { recovery: true })
        : refusal('bad-code', { triesLeft: 2 }),
    );
    await handlers.signIn(form);
    expect(await handlers.submitCode({ code: recoveryCode })).toMatchObject({
      failure: { code: 'bad-code', recovery: true, triesLeft: 2 },
    });
    const other = await handlers.submitCode({ code: '123456' });
    // A wrong recovery code does not indicate a wrong clock of the authenticator.
    expect(other).toMatchObject({ failure: { code: 'bad-code', failures: 1 } });
    expect(other.ok ? null : other.failure).not.toHaveProperty('recovery');
    expect(sentOf(harness, 'login').map((one) => one['code'])).toEqual([
      undefined,
      recoveryCode,
      '123456',
    ]);
    expect(harness.at('code-needed').recovery).toBe(true);
  });

  test('reports how many codes are left, and what happened to the account', async () => {
    const events = [
      { event: 'recovery-code-used', at: 1_790_000_000, computer: 'a\u202eb', by: 'user' },
      { event: 'moon-landing', at: 1_790_000_000, computer: '', by: 'user' },
    ];
    const { account } = (await signedIn({ events })).at('ready');
    expect(account.recoveryCodes).toBe(7);
    expect(account.events).toEqual([
      { kind: 'recovery-code-used', at: 1_790_000_000_000, computer: 'a b', by: 'user' },
    ]);
  });

  test('reports none of them with an older service', async () => {
    const { account } = (await atReady()).at('ready');
    for (const field of ['recoveryCodes', 'events']) expect(account).not.toHaveProperty(field);
  });
});

describe('new codes', () => {
  test('are requested with password and code, and are active once one was confirmed', async () => {
    const harness = await signedIn();
    const { handlers, at } = harness;
    expect(await handlers.offerRecoveryCodes(request)).toEqual({ ok: true, value: recoveryCodes });
    expect(at('ready').account.recoveryCodes).toBe(7);
    expect(await handlers.confirmRecoveryCodes({ code: recoveryCode })).toEqual({
      ok: true,
      value: null,
    });
    expect(at('ready').account.recoveryCodes).toBe(10);
    const [offered, confirmed] = sentOf(harness, 'newrecoverycodes');
    expect(offered).toMatchObject({ pass: anna.password, code: '123456' });
    expect(offered).not.toHaveProperty('confirm');
    expect(confirmed).toMatchObject({ confirm: recoveryCode });
    for (const secret of ['pass', 'code']) expect(confirmed).not.toHaveProperty(secret);
  });

  test.each([
    ['too few', recoveryCodes.slice(1)],
    ['twice the same', [...recoveryCodes.slice(1), recoveryCodes[1]]],
    ['another form', [...recoveryCodes.slice(1), 'hello']],
    ['nothing', undefined],
  ])('are rejected unless they are a whole set: %s', async (_, codes) => {
    const harness = await signedIn();
    harness.http.on('newrecoverycodes', { success: true, codes });
    expect(await harness.handlers.offerRecoveryCodes(request)).toMatchObject({
      failure: { code: 'bad-reply' },
    });
  });

  test.each(['bad-credentials', 'bad-code', 'code-needed', 'two-factor-off', 'recovery-expired'])(
    'after %s the account and the session are unchanged',
    async (reason) => {
      const { handlers, http, at } = await signedIn();
      http.on('newrecoverycodes', refusal(reason));
      for (const answer of [
        await handlers.offerRecoveryCodes(request),
        await handlers.confirmRecoveryCodes({ code: recoveryCode }),
      ])
        expect(answer).toMatchObject({ failure: { code: reason } });
      expect(at('ready').account.recoveryCodes).toBe(7);
    },
  );

  test('use the key as the password if the user signed in with only a key', async () => {
    const harness = await atForm();
    const key = 'NWND-TEST-0001';
    harness.http.on('license', { success: true, info: { ...infoWith({}), username: key } });
    await harness.handlers.signInWithKey({ key, remember: false });
    await harness.handlers.offerRecoveryCodes({ password: null, code: '123456' });
    expect(sentOf(harness, 'newrecoverycodes')).toMatchObject([{ pass: key }]);
  });

  test('a form without a password is rejected for other accounts', async () => {
    const harness = await signedIn();
    expect(
      await harness.handlers.offerRecoveryCodes({ password: null, code: '123456' }),
    ).toMatchObject({ failure: { code: 'out-of-order' } });
    expect(sentOf(harness, 'newrecoverycodes')).toEqual([]);
  });
});

describe('two-factor sign-in', () => {
  test('returns codes when it is turned on, if the account can have them', async () => {
    const harness = await signedIn({ twofactor: false, recovery: undefined });
    enable(harness, activated, offer());
    await harness.handlers.offerTwoFactor({});
    const message = '2fa successfully activated';
    const withCodes = { success: true, message, codes: recoveryCodes };
    enable(harness, withCodes, refusal('two-factor-on'));
    expect(await harness.handlers.turnOnTwoFactor({ code: '123456' })).toEqual({
      ok: true,
      value: recoveryCodes,
    });
    const sent = sentOf(harness, '2faenable').filter((one) => one['code'] !== undefined);
    expect(sent).toMatchObject([{ recovery: '1' }]);
  });

  test('requests no codes from an older service when it is turned on', async () => {
    const harness = await atReady();
    enable(harness, activated, refusal('two-factor-on'));
    expect(await harness.handlers.turnOnTwoFactor({ code: '123456' })).toEqual({
      ok: true,
      value: null,
    });
    expect(sentOf(harness, '2faenable')[0]).not.toHaveProperty('recovery');
  });

  test('has no recovery codes left after one turned it off', async () => {
    const harness = await signedIn();
    harness.http.on('2fadisable', { success: true, message: '2fa successfully disabled' });
    harness.http.on('2faenable', offer());
    expect(await harness.handlers.turnOffTwoFactor({ code: recoveryCode })).toEqual({
      ok: true,
      value: null,
    });
    expect(sentOf(harness, '2fadisable')).toMatchObject([{ code: recoveryCode }]);
    expect(harness.at('ready').account).toMatchObject({ twoFactor: false });
    expect(harness.at('ready').account).not.toHaveProperty('recoveryCodes');
  });
});

describe('a file or a printed page', () => {
  const codes = [...recoveryCodes];

  test('contains the brand, the user and the codes', async () => {
    const { handlers, view } = await signedIn();
    expect(await handlers.saveRecoveryCodes({ codes })).toEqual({ ok: true, value: true });
    expect(view.saved).toEqual([{ brand: 'Northwind Studio', username: 'anna', codes }]);
    view.saveEnd = 'cancelled';
    expect(await handlers.saveRecoveryCodes({ codes })).toEqual({ ok: true, value: false });
  });

  test('reports a failed dialog', async () => {
    const { handlers, view } = await signedIn();
    view.saveEnd = 'failed';
    view.prints = false;
    expect(await handlers.saveRecoveryCodes({ codes })).toMatchObject({
      failure: { code: 'file-not-saved' },
    });
    expect(await handlers.printRecoveryCodes({})).toMatchObject({
      failure: { code: 'not-printed' },
    });
  });
});

test('no recovery code reaches a snapshot, the log, the saved state or a report', async () => {
  const harness = await signedIn();
  const { handlers, view, log, parts } = harness;
  await handlers.offerRecoveryCodes(request);
  harness.http.on('newrecoverycodes', refusal('bad-code'));
  const refused = await handlers.confirmRecoveryCodes({ code: recoveryCode });
  const { reportId } = refused.ok ? { reportId: '' } : refused.failure;
  const report = await handlers.showReport({ reportId });
  expect(report.ok).toBe(true);
  const written = [view.published, parts.state.get(), report].map((one) => JSON.stringify(one));
  for (const text of [...written, log.text()])
    for (const code of recoveryCodes) expect(text).not.toContain(code);
});
