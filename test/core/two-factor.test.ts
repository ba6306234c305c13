// Turning two-factor sign-in on: its requests, and which answers confirm it. Lies, late answers and
// replays never make the loader report a wrong state. Only the caller receives the offer.
import { describe, expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { accountInfo, refusal, type Scripted } from '../support/fake-http.ts';
import { type Harness } from './harness.ts';
import {
  secret,
  code,
  done,
  failed,
  offer,
  activated,
  twoFactorOf,
  enable,
  signedIn,
} from './two-factor-parts.ts';

describe('the offer', () => {
  test('is returned only to its caller, not to a snapshot or the log, and does not turn two-factor sign-in on', async () => {
    const harness = await signedIn();
    enable(harness, activated, offer());
    const answer = await harness.handlers.offerTwoFactor({});
    expect(answer).toMatchObject({ ok: true, value: { secret } });
    expect(JSON.stringify(harness.view.published)).not.toContain(secret);
    expect(harness.log.text()).not.toContain(secret);
    expect(twoFactorOf(harness)).toBeUndefined();
  });

  test('is valid for five minutes from the request', async () => {
    const harness = await signedIn();
    const answerIt = harness.http.hold('2faenable');
    const asked = harness.clock.now();
    const answer = harness.handlers.offerTwoFactor({});
    await harness.clock.advance(4000);
    answerIt(offer());
    expect(await answer).toMatchObject({ ok: true, value: { expiresAt: asked + 300_000 } });
  });

  test.each([
    ['a bare success', { success: true, message: 'ok' }],
    ['no secret', offer({ '2fa': { secret_code: '', QRCode: '' } })],
    ['an invalid secret', offer({ '2fa': { secret_code: 'not base 32!', QRCode: '' } })],
    ['a text in place of the offer', offer({ '2fa': 'SECRET' })],
  ])('is invalid with %s', async (_what, scripted) => {
    const harness = await signedIn();
    harness.http.on('2faenable', scripted);
    expect(await harness.handlers.offerTwoFactor({})).toMatchObject(failed('bad-reply'));
    expect(twoFactorOf(harness)).toBeUndefined();
  });

  test('shows that two-factor sign-in is on if the service refuses for that reason', async () => {
    const harness = await signedIn();
    harness.http.on('2faenable', refusal('two-factor-on'));
    expect(await harness.handlers.offerTwoFactor({})).toMatchObject(failed('two-factor-on'));
    expect(twoFactorOf(harness)).toBe(true);
  });

  test('is hidden for the rest of the run if the service does not know it', async () => {
    const harness = await signedIn();
    harness.http.on('2faenable', refusal('type-unknown'));
    await harness.handlers.offerTwoFactor({});
    expect(harness.session().unsupported).toEqual(['twoFactor']);
  });
});

describe('turning two-factor sign-in on', () => {
  test('sends the code once, then a request that confirms the new state', async () => {
    const harness = await signedIn(false);
    enable(harness, activated, refusal('two-factor-on'));
    const before = harness.http.types().length;
    expect(await harness.handlers.turnOnTwoFactor({ code })).toEqual(done);
    expect(harness.http.types().slice(before)).toEqual(['2faenable', '2faenable']);
    expect(harness.http.sent.at(-2)).toMatchObject({ params: { code }, newConnection: true });
    expect(harness.http.sent.at(-1)?.params).not.toHaveProperty('code');
    expect(twoFactorOf(harness)).toBe(true);
  });

  test('accepts the default text of services without reason codes', async () => {
    const harness = await signedIn(false);
    const text = '2fa is already enabled on this account';
    enable(harness, activated, { success: false, message: text });
    expect(await harness.handlers.turnOnTwoFactor({ code })).toEqual(done);
    expect(twoFactorOf(harness)).toBe(true);
  });

  const lies: readonly (readonly [string, Scripted, Scripted, string, boolean | undefined])[] = [
    ['success for every request', activated, { success: true }, 'two-factor-unproven', undefined],
    ['an offer for every request', offer(), offer(), 'two-factor-unproven', undefined],
    ['activated, then an offer', activated, offer(), 'two-factor-unchanged', false],
    ['activated, then activated', activated, activated, 'two-factor-unproven', undefined],
    [
      'another success text',
      { success: true, message: 'ok' },
      refusal('two-factor-on'),
      'two-factor-unproven',
      undefined,
    ],
    [
      'activated, then no answer',
      activated,
      { fault: 'timeout' },
      'two-factor-unproven',
      undefined,
    ],
    [
      'activated, then a refusal',
      activated,
      refusal('rate-limited'),
      'two-factor-unproven',
      undefined,
    ],
    [
      'activated, then an invalid offer',
      activated,
      offer({ '2fa': { secret_code: '', QRCode: '' } }),
      'two-factor-unproven',
      undefined,
    ],
  ];
  test.each(lies)('does not count as done on %s', async (_what, withCode, without, why, left) => {
    const harness = await signedIn(false);
    enable(harness, withCode, without);
    expect(await harness.handlers.turnOnTwoFactor({ code })).toMatchObject(failed(why));
    expect(twoFactorOf(harness)).toBe(left);
  });

  test('sends no confirming request after another success text, because it would replace the secret', async () => {
    const harness = await signedIn(false);
    enable(harness, { success: true, message: 'Invalid code please try again' }, offer());
    const before = harness.http.types().length;
    expect(await harness.handlers.turnOnTwoFactor({ code })).toMatchObject(failed('bad-code'));
    expect(harness.http.types().slice(before)).toEqual(['2faenable']);
    expect(twoFactorOf(harness)).toBe(false);
  });

  test('is not confirmed by a replayed answer', async () => {
    const harness = await signedIn(false);
    enable(harness, activated, refusal('two-factor-on'));
    let recorded: Parameters<NonNullable<Parameters<Harness['http']['tamper']>[0]>>[0] | null =
      null;
    // Replay the first signed answer to every later request.
    harness.http.tamper((answer) => (recorded ??= answer));
    await harness.handlers.turnOnTwoFactor({ code });
    expect(twoFactorOf(harness)).toBeUndefined();
  });

  test('counts a wrong code and changes nothing', async () => {
    const harness = await signedIn(false);
    enable(harness, refusal('two-factor-bad-code', { triesLeft: 2 }), offer());
    for (const failures of [1, 2])
      expect(await harness.handlers.turnOnTwoFactor({ code })).toMatchObject({
        failure: { code: 'bad-code', failures, triesLeft: 2 },
      });
    expect(twoFactorOf(harness)).toBe(false);
  });

  test.each(['two-factor-expired', 'rate-limited', 'overloaded'])(
    'changes nothing on %s',
    async (why) => {
      const harness = await signedIn(false);
      enable(harness, refusal(why), offer());
      expect(await harness.handlers.turnOnTwoFactor({ code })).toMatchObject(failed(why));
      expect(twoFactorOf(harness)).toBe(false);
    },
  );

  test('accepts the refusal after an earlier attempt as confirmation', async () => {
    const harness = await signedIn(false);
    enable(harness, refusal('two-factor-on'), offer());
    expect(await harness.handlers.turnOnTwoFactor({ code })).toMatchObject(failed('two-factor-on'));
    expect(twoFactorOf(harness)).toBe(true);
  });

  test('checks the state after a lost answer, then confirms it', async () => {
    const harness = await signedIn(false);
    enable(harness, { fault: 'broken-off' }, refusal('two-factor-on'));
    harness.http.on('check', { success: true, info: { ...accountInfo('anna'), twofactor: true } });
    expect(await harness.handlers.turnOnTwoFactor({ code })).toEqual(done);
    expect(twoFactorOf(harness)).toBe(true);
  });

  test.each([
    ['says off', { twofactor: false }, false],
    ['does not say', {}, undefined],
  ])('keeps the old state after a lost answer if the check %s', async (_what, more, left) => {
    const harness = await signedIn(false);
    enable(harness, { fault: 'broken-off' }, offer());
    harness.http.on('check', { success: true, info: { ...accountInfo('anna'), ...more } });
    const before = harness.http.types().length;
    expect(await harness.handlers.turnOnTwoFactor({ code })).toMatchObject(failed('interrupted'));
    // A confirming request would replace the secret that the user has just scanned.
    expect(harness.http.types().slice(before)).toEqual(['2faenable', 'check']);
    expect(twoFactorOf(harness)).toBe(left);
  });

  test('leaves the state unknown after a cancel and ignores a late answer', async () => {
    const harness = await signedIn(false);
    const answerIt = harness.http.hold('2faenable');
    const answer = harness.handlers.turnOnTwoFactor({ code });
    await settled();
    void harness.handlers.cancel({});
    expect(await answer).toMatchObject(failed('cancelled'));
    expect(twoFactorOf(harness)).toBeUndefined();
    answerIt(activated);
    await settled();
    expect(twoFactorOf(harness)).toBeUndefined();
    harness.at('ready');
  });

  test('leaves the state unknown after a timeout', async () => {
    const harness = await signedIn(false);
    enable(harness, 'never', offer());
    const answer = harness.handlers.turnOnTwoFactor({ code });
    await harness.clock.advance(15_000);
    expect(await answer).toMatchObject(failed('timeout'));
    expect(twoFactorOf(harness)).toBeUndefined();
  });
});
