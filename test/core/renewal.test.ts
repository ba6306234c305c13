// The new end date after a redeem, with services that report it and services that do not. An
// outdated date must not end a subscription.
import { describe, expect, test } from 'vitest';
import { checkAgainMs } from '../../src/main/core/flows/background-check.ts';
import { maskKey } from '../../src/main/core/session/mask-key.ts';
import { accountInfo, refusal } from '../support/fake-http.ts';
import { anna, atForm, type Harness, type HarnessOptions, form, checkEveryMs } from './harness.ts';

const key = { username: 'anna', key: 'NWPRO-1' };
const minute = 60_000;
const bare = { success: true, message: 'Upgraded successfully' };

/** Signed in with a subscription that ends in ten minutes. The service's checks report no dates. */
async function endingSoon(options: HarnessOptions = {}): Promise<Harness & { endsAt: number }> {
  const harness = await atForm(options);
  const endsAt = harness.clock.now() + 10 * minute;
  harness.http.on('login', { success: true, info: accountInfo('anna', endsAt / 1000) });
  harness.http.on('upgrade', bare);
  await harness.handlers.signIn(form);
  harness.at('ready');
  harness.http.sent.length = 0;
  return { ...harness, endsAt };
}

describe('a check without dates', () => {
  test('ends the subscription at the known date if no key was redeemed', async () => {
    const { clock, at } = await endingSoon();
    await clock.advance(11 * minute);
    expect(at('no-subscription').cause).toBe('expired');
  });

  test('marks the old date as outdated after a redeem, and does not end the subscription then', async () => {
    const { handlers, clock, at, endsAt, http } = await endingSoon();
    expect(await handlers.redeem(key)).toMatchObject({ ok: true, value: { expiresAt: null } });
    expect(at('ready').account.dates).toBe('asking');
    await clock.advance(0);
    expect(at('ready').account).toMatchObject({
      dates: 'outdated',
      subscriptions: [{ expiresAt: endsAt }],
    });
    await clock.advance(60 * minute);
    at('ready');
    expect(new Set(http.types())).toEqual(new Set(['upgrade', 'check']));
  });

  test('ends the subscription on a verified refusal anyway', async () => {
    const { handlers, clock, at, http } = await endingSoon();
    await handlers.redeem(key);
    await clock.advance(0);
    http.on('check', refusal('no-subscription'));
    await clock.advance(11 * minute);
    at('no-subscription');
  });

  test('is completed by a background sign-in in the same session if the sign-in is saved', async () => {
    const { handlers, vault, http, clock, at, view } = await endingSoon();
    vault.saved = anna;
    http.on('login', { success: true, info: accountInfo('anna', 3_900_000_000) });
    await handlers.redeem(key);
    const before = view.published.length;
    await clock.advance(0);
    expect(at('ready').account).toMatchObject({
      dates: 'current',
      subscriptions: [{ expiresAt: 3_900_000_000_000 }],
    });
    expect(http.types()).toEqual(['upgrade', 'check', 'login']);
    expect(new Set(http.sent.map(({ params }) => params['sessionid']))).toEqual(
      new Set(['session-1']),
    );
    expect(view.published.slice(before).every(({ step }) => step === null)).toBe(true);
    await clock.advance(60 * minute);
    expect(http.types().filter((type) => type === 'login')).toHaveLength(1);
  });

  test.each(['code-needed', 'bad-credentials', 'rate-limited'])(
    'keeps session, saved sign-in and outdated dates on %s at the background sign-in',
    async (reason) => {
      const { handlers, vault, http, clock, at, session } = await endingSoon();
      vault.saved = anna;
      http.on('login', refusal(reason));
      await handlers.redeem(key);
      await clock.advance(0);
      expect(at('ready').account.dates).toBe('outdated');
      expect(session().notice).toBeNull();
      expect(vault.saved).toEqual(anna);
    },
  );

  test("does not send another user's saved sign-in", async () => {
    const { handlers, vault, http, clock, at } = await endingSoon();
    vault.saved = { username: 'bob', password: 'x' };
    await handlers.redeem(key);
    await clock.advance(0);
    expect(at('ready').account.dates).toBe('outdated');
    expect(http.types()).not.toContain('login');
  });

  test('rejects an answer about another user', async () => {
    const { handlers, vault, http, clock, at, session } = await endingSoon();
    vault.saved = anna;
    http.on('login', { success: true, info: accountInfo('bob', 3_900_000_000) });
    await handlers.redeem(key);
    await clock.advance(0);
    expect(at('ready').account).toMatchObject({ username: 'anna', dates: 'outdated' });
    expect(session().trust).toEqual({ kind: 'refused' });
  });

  test('is repeated until the service answers', async () => {
    const { handlers, http, clock, at } = await endingSoon();
    http.on('check', { fault: 'offline' });
    await handlers.redeem(key);
    await clock.advance(0);
    expect(at('ready').account.dates).toBe('asking');
    http.on('check', { success: true, info: accountInfo('anna', 3_900_000_000) });
    await clock.advance(1.5 * checkAgainMs);
    expect(at('ready').account.dates).toBe('current');
  });

  test('does not end the subscription at the old date after a lost answer of a redeem', async () => {
    const { handlers, http, clock, at } = await endingSoon();
    http.on('upgrade', { fault: 'timeout' });
    expect(await handlers.redeem(key)).toMatchObject({ failure: { code: 'timeout' } });
    await clock.advance(checkEveryMs);
    await clock.advance(10 * minute);
    expect(at('ready').account.dates).toBe('outdated');
  });

  test.each(['key-unknown', 'key-used', 'rate-limited'])(
    'keeps the dates after a refused redeem (%s)',
    async (reason) => {
      const { handlers, http, at } = await endingSoon();
      http.on('upgrade', refusal(reason));
      await handlers.redeem(key);
      expect(at('ready').account.dates).toBe('current');
    },
  );

  test("uses the date of the redeem's answer", async () => {
    const { handlers, http, clock, at, endsAt } = await endingSoon();
    const until = endsAt / 1000 + 30 * 86_400;
    http.on('upgrade', {
      ...bare,
      redeemed: {
        subscription: 'Pro',
        level: '1',
        seconds: 30 * 86_400,
        until,
        before: endsAt / 1000,
      },
    });
    expect(await handlers.redeem(key)).toMatchObject({
      value: { expiresAt: until * 1000, previousExpiresAt: endsAt },
    });
    await clock.advance(20 * minute);
    expect(at('ready').account).toMatchObject({
      dates: 'current',
      subscriptions: [{ name: 'Pro', expiresAt: until * 1000 }],
    });
  });

  test("adds a further subscription from the redeem's answer", async () => {
    const { handlers, http, at } = await endingSoon();
    http.on('upgrade', {
      ...bare,
      redeemed: { subscription: 'Plug-ins', level: '2', seconds: 60, until: 3_900_000_000 },
    });
    await handlers.redeem(key);
    expect(at('ready').account.subscriptions.map(({ name }) => name)).toEqual(['Pro', 'Plug-ins']);
  });
});

test('a key that the user already redeemed triggers a request for the dates', async () => {
  const { handlers, http, clock, at } = await endingSoon();
  http.on('upgrade', { success: false, reason: 'key-used', usedByYou: true, message: '' });
  http.on('check', { success: true, info: accountInfo('anna', 3_900_000_000) });
  await handlers.redeem(key);
  await clock.advance(0);
  expect(at('ready').account.subscriptions[0]?.expiresAt).toBe(3_900_000_000_000);
});

test.each([
  ['NWND-7F3Q-2MXX-91KD', 'NWND-••••-91KD'],
  ['NWPRO-1', 'N••••1'],
  ['0123456789ABCDEF', '0123••••CDEF'],
  ['A-very-long-first-and-last', 'A-••••-last'],
  ['LONGFIRSTGROUP-X-LONGLASTGROUP', 'LONG••••ROUP'],
  ['abc', '••••'],
  ['-', '••••'],
  ['𝒜𝒷𝒸𝒹𝑒𝒻𝑔𝒽', '𝒜𝒷••••𝑔𝒽'],
])('the key %s is shown as %s', (given, masked) => {
  expect(maskKey(given)).toBe(masked);
  expect(Array.from(masked.replaceAll('•', '')).length).toBeLessThan(
    Math.max(1, Array.from(given).length),
  );
});
