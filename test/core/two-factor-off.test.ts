// Turning two-factor sign-in off: which answers confirm it, and the state without a confirmation.
import { describe, expect, test } from 'vitest';
import { refusal } from '../support/fake-http.ts';
import {
  secret,
  code,
  done,
  failed,
  offer,
  activated,
  disabled,
  twoFactorOf,
  signedIn,
} from './two-factor-parts.ts';

describe('turning two-factor sign-in off', () => {
  test.each([
    ['disabled', disabled],
    ['activated, as some services say', activated],
  ])('counts as done on %s once an offer confirms it', async (_what, said) => {
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
  ])('does not count as done on %s', async (_what, said, proof, why, left) => {
    const harness = await signedIn(true);
    harness.http.on('2fadisable', said);
    harness.http.on('2faenable', proof);
    expect(await harness.handlers.turnOffTwoFactor({ code })).toMatchObject(failed(why));
    expect(twoFactorOf(harness)).toBe(left);
  });

  test('shows two-factor sign-in as off if it was already off', async () => {
    const harness = await signedIn();
    harness.http.on('2fadisable', refusal('two-factor-off'));
    harness.http.on('2faenable', offer());
    expect(await harness.handlers.turnOffTwoFactor({ code })).toMatchObject(
      failed('two-factor-off'),
    );
    expect(twoFactorOf(harness)).toBe(false);
  });
});
