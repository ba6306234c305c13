// Two-step sign-in, on and off: what is sent, what proves it, and that a service that lies, is late or repeats itself never makes the
// loader say On or Off. The offer reaches nobody but who asked.
import { describe, expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { infoOf, refusal, type Scripted } from '../support/fake-http.ts';
import { anna, atReady, createHarness, type Harness } from './harness.ts';

const secret = 'NWND5ECRETKEY7Q2MXX4T5NKDNWND5ECRETKEY77';
const code = '042917';
const done = { ok: true, value: null };
const failed = (wanted: string) => ({ ok: false, failure: { code: wanted } });
const offer = (more: object = {}): Scripted => ({
  success: true,
  message: 'Scan it',
  '2fa': { secret_code: secret, QRCode: 'otpauth://totp/else?secret=ELSE' },
  ...more,
});
const activated: Scripted = { success: true, message: '2fa successfully activated' };
const disabled: Scripted = { success: true, message: '2fa successfully disabled' };
const twoFactorOf = ({ at }: Harness) => at('ready').account.twoFactor;
/** `2faenable` with a code, and without one: the offer, and the question that proves. */
function enable({ http }: Harness, withCode: Scripted, without: Scripted): void {
  http.on('2faenable', ({ params }) => (params['code'] === undefined ? without : withCode));
}

/** As a service says that it is on, or off; null: it does not say. */
async function signedIn(on: boolean | null = null): Promise<Harness> {
  const harness = await atReady();
  if (on === null) return harness;
  harness.http.on('check', { success: true, info: { ...infoOf('anna'), twofactor: on } });
  await harness.handlers.retry({});
  expect(twoFactorOf(harness)).toBe(on);
  return harness;
}

describe('the offer', () => {
  test('is for whoever asked: in no snapshot and no line of the log, and nothing is on with it', async () => {
    const harness = await signedIn();
    enable(harness, activated, offer());
    const answer = await harness.handlers.offerTwoFactor({});
    expect(answer).toMatchObject({ ok: true, value: { secret } });
    expect(JSON.stringify(harness.view.published)).not.toContain(secret);
    expect(harness.log.text()).not.toContain(secret);
    expect(twoFactorOf(harness)).toBeUndefined();
  });

  test('counts for five minutes from when it was asked for', async () => {
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
    ['a secret that is none', offer({ '2fa': { secret_code: 'not base 32!', QRCode: '' } })],
    ['another form', offer({ '2fa': 'SECRET' })],
  ])('%s is no offer', async (_what, scripted) => {
    const harness = await signedIn();
    harness.http.on('2faenable', scripted);
    expect(await harness.handlers.offerTwoFactor({})).toMatchObject(failed('bad-reply'));
    expect(twoFactorOf(harness)).toBeUndefined();
  });

  test('of an account that has it on is the proof that it is', async () => {
    const harness = await signedIn();
    harness.http.on('2faenable', refusal('two-factor-on'));
    expect(await harness.handlers.offerTwoFactor({})).toMatchObject(failed('two-factor-on'));
    expect(twoFactorOf(harness)).toBe(true);
  });

  test('a service that does not know it is not asked again', async () => {
    const harness = await signedIn();
    harness.http.on('2faenable', refusal('type-unknown'));
    await harness.handlers.offerTwoFactor({});
    expect(harness.session().lacking).toEqual(['twoFactor']);
  });
});

describe('turned on', () => {
  test('only after a second answer: the code once, then the question that proves it', async () => {
    const harness = await signedIn(false);
    enable(harness, activated, refusal('two-factor-on'));
    const before = harness.http.types().length;
    expect(await harness.handlers.turnOnTwoFactor({ code })).toEqual(done);
    expect(harness.http.types().slice(before)).toEqual(['2faenable', '2faenable']);
    expect(harness.http.sent.at(-2)).toMatchObject({ params: { code }, alone: true });
    expect(harness.http.sent.at(-1)?.params).not.toHaveProperty('code');
    expect(twoFactorOf(harness)).toBe(true);
  });

  test('by the default text where a service names no reasons', async () => {
    const harness = await signedIn(false);
    const text = '2fa is already enabled on this account';
    enable(harness, activated, { success: false, message: text });
    expect(await harness.handlers.turnOnTwoFactor({ code })).toEqual(done);
    expect(twoFactorOf(harness)).toBe(true);
  });

  const lies: readonly (readonly [string, Scripted, Scripted, string, boolean | undefined])[] = [
    ['success to everything', activated, { success: true }, 'two-factor-unproven', undefined],
    ['offers for ever', offer(), offer(), 'two-factor-unproven', undefined],
    ['activated, then an offer', activated, offer(), 'two-factor-unchanged', false],
    ['activated, then activated', activated, activated, 'two-factor-unproven', undefined],
    [
      'another success',
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
      'activated, then an offer that is none',
      activated,
      offer({ '2fa': { secret_code: '', QRCode: '' } }),
      'two-factor-unproven',
      undefined,
    ],
  ];
  test.each(lies)('%s is not believed', async (_what, withCode, without, why, left) => {
    const harness = await signedIn(false);
    enable(harness, withCode, without);
    expect(await harness.handlers.turnOnTwoFactor({ code })).toMatchObject(failed(why));
    expect(twoFactorOf(harness)).toBe(left);
  });

  test('another text of success is not followed by the question: that would replace the secret', async () => {
    const harness = await signedIn(false);
    enable(harness, { success: true, message: 'Invalid code please try again' }, offer());
    const before = harness.http.types().length;
    expect(await harness.handlers.turnOnTwoFactor({ code })).toMatchObject(failed('bad-code'));
    expect(harness.http.types().slice(before)).toEqual(['2faenable']);
    expect(twoFactorOf(harness)).toBe(false);
  });

  test('an old answer repeated proves nothing', async () => {
    const harness = await signedIn(false);
    enable(harness, activated, refusal('two-factor-on'));
    let recorded: Parameters<NonNullable<Parameters<Harness['http']['tamper']>[0]>>[0] | null =
      null;
    // The first answer that is signed comes again to each request after it.
    harness.http.tamper((answer) => (recorded ??= answer));
    await harness.handlers.turnOnTwoFactor({ code });
    expect(twoFactorOf(harness)).toBeUndefined();
  });

  test('a wrong code changes nothing, and is counted', async () => {
    const harness = await signedIn(false);
    enable(harness, refusal('two-factor-bad-code', { triesLeft: 2 }), offer());
    for (const failures of [1, 2])
      expect(await harness.handlers.turnOnTwoFactor({ code })).toMatchObject({
        failure: { code: 'bad-code', failures, triesLeft: 2 },
      });
    expect(twoFactorOf(harness)).toBe(false);
  });

  test.each(['two-factor-expired', 'rate-limited', 'overloaded'])(
    '%s changes nothing',
    async (why) => {
      const harness = await signedIn(false);
      enable(harness, refusal(why), offer());
      expect(await harness.handlers.turnOnTwoFactor({ code })).toMatchObject(failed(why));
      expect(twoFactorOf(harness)).toBe(false);
    },
  );

  test('by an earlier try: its refusal is the proof', async () => {
    const harness = await signedIn(false);
    enable(harness, refusal('two-factor-on'), offer());
    expect(await harness.handlers.turnOnTwoFactor({ code })).toMatchObject(failed('two-factor-on'));
    expect(twoFactorOf(harness)).toBe(true);
  });

  test('a lost answer is looked into by a check, and what that says is proven', async () => {
    const harness = await signedIn(false);
    enable(harness, { fault: 'broken-off' }, refusal('two-factor-on'));
    harness.http.on('check', { success: true, info: { ...infoOf('anna'), twofactor: true } });
    expect(await harness.handlers.turnOnTwoFactor({ code })).toEqual(done);
    expect(twoFactorOf(harness)).toBe(true);
  });

  test.each([
    ['says off', { twofactor: false }, false],
    ['does not say', {}, undefined],
  ])('a lost answer where the check %s ends as what it was', async (_what, more, left) => {
    const harness = await signedIn(false);
    enable(harness, { fault: 'broken-off' }, offer());
    harness.http.on('check', { success: true, info: { ...infoOf('anna'), ...more } });
    const before = harness.http.types().length;
    expect(await harness.handlers.turnOnTwoFactor({ code })).toMatchObject(failed('bad-reply'));
    // Where nothing was turned on, the question that proves would replace the secret that was just scanned.
    expect(harness.http.types().slice(before)).toEqual(['2faenable', 'check']);
    expect(twoFactorOf(harness)).toBe(left);
  });

  test('stopped half-way it is unknown, and a late answer changes nothing', async () => {
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

  test('late, the answer is given up and what it was is unknown', async () => {
    const harness = await signedIn(false);
    enable(harness, 'never', offer());
    const answer = harness.handlers.turnOnTwoFactor({ code });
    await harness.clock.advance(15_000);
    expect(await answer).toMatchObject(failed('timeout'));
    expect(twoFactorOf(harness)).toBeUndefined();
  });
});

describe('turned off', () => {
  test.each([
    ['disabled', disabled],
    ['activated, as some services say', activated],
  ])('%s counts once an offer proves it', async (_what, said) => {
    const harness = await signedIn(true);
    harness.http.on('2fadisable', said);
    harness.http.on('2faenable', offer());
    expect(await harness.handlers.turnOffTwoFactor({ code })).toEqual(done);
    expect(twoFactorOf(harness)).toBe(false);
    expect(JSON.stringify(harness.view.published)).not.toContain(secret);
  });

  test.each([
    ['success to everything', disabled, { success: true }, 'two-factor-unproven', undefined],
    ['still on', disabled, refusal('two-factor-on'), 'two-factor-unchanged', true],
    [
      'another success',
      { success: true, message: 'ok' },
      offer(),
      'two-factor-unproven',
      undefined,
    ],
    ['no second answer', disabled, refusal('rate-limited'), 'two-factor-unproven', undefined],
  ])('%s is not believed', async (_what, said, proof, why, left) => {
    const harness = await signedIn(true);
    harness.http.on('2fadisable', said);
    harness.http.on('2faenable', proof);
    expect(await harness.handlers.turnOffTwoFactor({ code })).toMatchObject(failed(why));
    expect(twoFactorOf(harness)).toBe(left);
  });

  test('what was off already is proven to be', async () => {
    const harness = await signedIn();
    harness.http.on('2fadisable', refusal('two-factor-off'));
    harness.http.on('2faenable', offer());
    expect(await harness.handlers.turnOffTwoFactor({ code })).toMatchObject(
      failed('two-factor-off'),
    );
    expect(twoFactorOf(harness)).toBe(false);
  });
});

describe('beside other things', () => {
  test('a check that does not speak of it leaves what is known', async () => {
    const harness = await signedIn(true);
    harness.http.on('check', { success: true, info: infoOf('anna') });
    await harness.handlers.retry({});
    expect(twoFactorOf(harness)).toBe(true);
  });

  test('signing out goes before an offer, and its late answer reaches nobody', async () => {
    const harness = await signedIn(false);
    const answerIt = harness.http.hold('2faenable');
    const answer = harness.handlers.offerTwoFactor({});
    await settled();
    expect(await harness.handlers.signOut({})).toEqual(done);
    harness.at('signed-out');
    answerIt(offer());
    expect(await answer).toMatchObject(failed('cancelled'));
    await settled();
    expect(JSON.stringify(harness.view.published)).not.toContain(secret);
  });

  test('signing out waits for a code that is on its way', async () => {
    const harness = await signedIn(false);
    const answerIt = harness.http.hold('2faenable');
    const answer = harness.handlers.turnOnTwoFactor({ code });
    await settled();
    expect(await harness.handlers.signOut({})).toMatchObject(failed('busy'));
    enable(harness, activated, refusal('two-factor-on'));
    answerIt(activated);
    expect(await answer).toEqual(done);
  });

  test('a session that has ended signs in again where it is kept, and goes on', async () => {
    const harness = createHarness({ kept: anna });
    await harness.loader.start();
    harness.at('ready');
    let asked = 0;
    harness.http.on('2faenable', ({ params }) => {
      if (params['code'] === undefined) return refusal('two-factor-on');
      return (asked += 1) === 1 ? refusal('session-gone') : activated;
    });
    expect(await harness.handlers.turnOnTwoFactor({ code })).toEqual(done);
    expect(twoFactorOf(harness)).toBe(true);
  });

  test('a session that has ended for good leads to its own screen', async () => {
    const harness = await signedIn(false);
    harness.http.on('2faenable', refusal('session-gone'));
    expect(await harness.handlers.turnOnTwoFactor({ code })).toMatchObject(failed('session-gone'));
    harness.at('session-ended');
  });

  test('nothing is sent where the brand does not offer it', async () => {
    const { handlers, http } = await atReady({ config: { accounts: { twoFactor: false } } });
    const before = http.types().length;
    expect(await handlers.offerTwoFactor({})).toMatchObject(failed('out-of-order'));
    expect(await handlers.turnOnTwoFactor({ code })).toMatchObject(failed('out-of-order'));
    expect(await handlers.turnOffTwoFactor({ code })).toMatchObject(failed('out-of-order'));
    expect(http.types()).toHaveLength(before);
  });
});
