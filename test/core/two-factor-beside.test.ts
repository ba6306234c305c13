// Two-factor sign-in together with checks, sign-outs and ended sessions, and brands without it.
import { describe, expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { accountInfo, refusal } from '../support/fake-http.ts';
import { anna, atReady, createHarness } from './harness.ts';
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

describe('two-factor sign-in with other commands', () => {
  test('keeps its known state after a check that does not report it', async () => {
    const harness = await signedIn(true);
    harness.http.on('check', { success: true, info: accountInfo('anna') });
    await harness.handlers.retry({});
    expect(twoFactorOf(harness)).toBe(true);
  });

  test('lets signing out interrupt an offer, and ignores its late answer', async () => {
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

  test('makes signing out wait for a code in flight', async () => {
    const harness = await signedIn(false);
    const answerIt = harness.http.hold('2faenable');
    const answer = harness.handlers.turnOnTwoFactor({ code });
    await settled();
    expect(await harness.handlers.signOut({})).toMatchObject(failed('busy'));
    enable(harness, activated, refusal('two-factor-on'));
    answerIt(activated);
    expect(await answer).toEqual(done);
  });

  test('continues after a saved sign-in renews an ended session', async () => {
    const harness = createHarness({ saved: anna });
    await harness.loader.start();
    harness.at('ready');
    let requestCount = 0;
    harness.http.on('2faenable', ({ params }) => {
      if (params['code'] === undefined) return refusal('two-factor-on');
      return (requestCount += 1) === 1 ? refusal('session-gone') : activated;
    });
    expect(await harness.handlers.turnOnTwoFactor({ code })).toEqual(done);
    expect(twoFactorOf(harness)).toBe(true);
  });

  test('shows the screen for an ended session if it cannot be renewed', async () => {
    const harness = await signedIn(false);
    harness.http.on('2faenable', refusal('session-gone'));
    expect(await harness.handlers.turnOnTwoFactor({ code })).toMatchObject(failed('session-gone'));
    harness.at('session-ended');
  });

  test('sends nothing if the brand does not offer it', async () => {
    const { handlers, http } = await atReady({ config: { accounts: { twoFactor: false } } });
    const before = http.types().length;
    expect(await handlers.offerTwoFactor({})).toMatchObject(failed('out-of-order'));
    expect(await handlers.turnOnTwoFactor({ code })).toMatchObject(failed('out-of-order'));
    expect(await handlers.turnOffTwoFactor({ code })).toMatchObject(failed('out-of-order'));
    expect(http.types()).toHaveLength(before);
  });
});
