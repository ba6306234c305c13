// Immediate checks when the computer resumes, the network returns or the window is shown, and after
// the user has opened the link to renew.
import { describe, expect, test } from 'vitest';
import { shownAfterMs, wakeEveryMs } from '../../src/main/core/flows/waking.ts';
import { settled } from '../support/fake-clock.ts';
import { accountInfo, refusal } from '../support/fake-http.ts';
import {
  anna,
  atForm,
  atReady,
  checkEveryMs,
  createHarness,
  form,
  type Harness,
} from './harness.ts';

const checks = ({ http }: Harness) => http.types().filter((type) => type === 'check').length;
const soon = async ({ clock }: Harness) => {
  await clock.advance(0);
  await settled();
};
const renew = { config: { links: { renew: 'https://shop.example/renew' } } };
const until = (harness: Harness, days: number) =>
  Math.floor(harness.clock.now() / 1000) + days * 86_400;
const shown = async (harness: Harness) => {
  await harness.handlers.wake({ because: 'shown' });
  await soon(harness);
};

describe('an immediate check', () => {
  test.each([
    ['resumed', (harness: Harness) => harness.loader.wake('resumed')],
    ['online', (harness: Harness) => harness.handlers.wake({ because: 'online' })],
  ] as const)(
    'runs when the network or computer is %s, and shows the resulting screen',
    async (_why, wake) => {
      const harness = await atReady();
      harness.http.on('check', refusal('banned', { bannedReason: 'x' }));
      await wake(harness);
      await soon(harness);
      expect(harness.at('banned').username).toBe('anna');
    },
  );

  test('runs when the window is shown after ten minutes without an answer', async () => {
    const harness = await atReady({ config: { checkSeconds: 3600 } });
    await harness.clock.advance(shownAfterMs - 1);
    await shown(harness);
    expect(checks(harness)).toBe(0);
    await harness.clock.advance(1);
    await shown(harness);
    expect(checks(harness)).toBe(1);
    await harness.clock.advance(wakeEveryMs);
    await shown(harness);
    expect(checks(harness)).toBe(1);
  });

  test('runs at most every ten seconds on an unstable network', async () => {
    const harness = await atReady();
    for (let times = 0; times < 20; times += 1) {
      await harness.handlers.wake({ because: 'online' });
      await soon(harness);
    }
    expect(checks(harness)).toBe(1);
    await harness.clock.advance(wakeEveryMs);
    await harness.handlers.wake({ because: 'online' });
    await soon(harness);
    expect(checks(harness)).toBe(2);
  });

  test('respects a requested wait', async () => {
    const harness = await atReady();
    harness.http.on('check', refusal('rate-limited', { retryAfter: 600 }));
    await harness.clock.advance(checkEveryMs);
    expect(checks(harness)).toBe(1);
    harness.loader.wake('resumed');
    await harness.clock.advance(500_000);
    expect(checks(harness)).toBe(1);
  });

  test('hides a single network failure, but not a lasting one', async () => {
    const harness = await atReady();
    harness.http.on('check', { fault: 'offline' });
    harness.loader.wake('resumed');
    await soon(harness);
    expect(checks(harness)).toBe(1);
    expect(harness.session().notice).toBeNull();
    await harness.clock.advance(45_000);
    expect(harness.session().notice).toMatchObject({ failure: { code: 'offline' } });
  });

  test('waits for a running command', async () => {
    const harness = await atReady();
    const release = harness.http.hold('upgrade');
    const redeeming = harness.handlers.redeem({ username: 'anna', key: 'k' });
    harness.loader.wake('resumed');
    await soon(harness);
    expect(checks(harness)).toBe(0);
    release(refusal('key-unknown'));
    await redeeming;
    await soon(harness);
    expect(checks(harness)).toBe(1);
  });

  test('does not run while the app uses the session', async () => {
    const harness = await atReady();
    await harness.handlers.launch({});
    const before = checks(harness);
    harness.loader.wake('resumed');
    await harness.clock.advance(10 * checkEveryMs);
    expect(checks(harness)).toBe(before);
    harness.at('running');
  });
});

describe('an outage', () => {
  test('is retried immediately when the network is back, and signs in', async () => {
    const harness = createHarness({ saved: anna });
    harness.http.on('init', { fault: 'offline' });
    await harness.loader.start();
    harness.at('unreachable');
    harness.http.on('init', { success: true, sessionid: 's' });
    await harness.handlers.wake({ because: 'shown' });
    await soon(harness);
    harness.at('unreachable');
    await harness.handlers.wake({ because: 'online' });
    await soon(harness);
    harness.at('ready');
  });

  test('is not retried during a wait that the service requested', async () => {
    const harness = createHarness();
    harness.http.on('init', refusal('rate-limited', { retryAfter: 300 }));
    await harness.loader.start();
    await harness.handlers.wake({ because: 'online' });
    await soon(harness);
    expect(harness.http.types()).toEqual(['init']);
  });

  test('causes no request on the form', async () => {
    const harness = await atForm();
    const before = harness.http.sent.length;
    await harness.handlers.wake({ because: 'online' });
    harness.loader.wake('resumed');
    await harness.clock.advance(60_000);
    expect(harness.http.sent.length).toBe(before);
  });

  test('is retried at different times by different clients', async () => {
    const harness = await atReady();
    const times: number[] = [];
    harness.http.on('check', () => {
      times.push(harness.clock.now());
      return { success: false, reason: 'overloaded', message: '', retryAfter: 1 };
    });
    await harness.clock.advance(10 * 60_000);
    const waits = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(30_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(45_000);
    expect(new Set(waits).size).toBeGreaterThan(1);
  });
});

describe('a pending renewal', () => {
  test('triggers a check when the window is shown, and announces the new end once', async () => {
    const harness = await atReady(renew);
    harness.http.on('check', { success: true, info: accountInfo('anna', until(harness, 3)) });
    await harness.handlers.retry({});
    await harness.handlers.openLink({ name: 'renew' });
    await harness.clock.advance(wakeEveryMs);
    await shown(harness);
    expect(harness.session().notice).toBeNull();
    const later = until(harness, 33);
    harness.http.on('check', { success: true, info: accountInfo('anna', later) });
    await harness.clock.advance(wakeEveryMs);
    await shown(harness);
    const thanks = { kind: 'renewed', expiresAt: later * 1000, lifetime: false };
    expect(harness.session().notice).toEqual(thanks);
    await harness.handlers.dismissNotice({ revision: harness.session().revision });
    await harness.clock.advance(wakeEveryMs);
    await shown(harness);
    expect(harness.session().notice).toBeNull();
  });

  test('signs in automatically when the window is shown without a subscription', async () => {
    const harness = await atForm(renew);
    harness.http.on('login', refusal('no-subscription'));
    await harness.handlers.signIn(form);
    const { report } = harness.at('no-subscription');
    await harness.handlers.openLink({ name: 'renew' });
    await shown(harness);
    expect(harness.at('no-subscription').report).toEqual(report);
    const later = until(harness, 30);
    harness.http.on('login', { success: true, info: accountInfo('anna', later) });
    await harness.clock.advance(wakeEveryMs);
    await shown(harness);
    expect(harness.at('ready').account.username).toBe('anna');
    expect(harness.session().notice).toMatchObject({ kind: 'renewed', expiresAt: later * 1000 });
  });

  test('keeps the screen and sends nothing without saved or held credentials', async () => {
    const harness = await atForm(renew);
    harness.http.on('login', refusal('no-subscription'));
    await harness.handlers.signIn(form);
    await harness.handlers.openLink({ name: 'renew' });
    await harness.clock.advance(11 * 60_000);
    const before = harness.http.sent.length;
    await shown(harness);
    harness.at('no-subscription');
    expect(harness.http.sent.length).toBe(before);
  });

  test("announces neither a redeem that has a receipt nor another account's subscription", async () => {
    const harness = await atReady(renew);
    await harness.handlers.openLink({ name: 'renew' });
    const info = accountInfo('anna', until(harness, 4000));
    harness.http.on('check', { success: true, info });
    await harness.handlers.redeem({ username: 'anna', key: 'NWND-1' });
    await soon(harness);
    expect(harness.session().notice).toBeNull();
    await harness.handlers.openLink({ name: 'renew' });
    await harness.handlers.signOut({});
    await harness.handlers.signIn({ username: 'bob', password: 'x', remember: false });
    await soon(harness);
    harness.at('ready');
    expect(harness.session().notice).toBeNull();
  });

  test('is not started by another link or by a link that failed to open', async () => {
    const links = { renew: 'https://shop.example/renew', help: 'https://shop.example/help' };
    const harness = await atReady({ config: { links } });
    await harness.handlers.openLink({ name: 'help' });
    harness.view.opens = false;
    await harness.clock.advance(2000);
    await harness.handlers.openLink({ name: 'renew' });
    harness.http.on('check', { success: true, info: accountInfo('anna', until(harness, 9000)) });
    await harness.clock.advance(checkEveryMs);
    expect(checks(harness)).toBe(1);
    expect(harness.session().notice).toBeNull();
  });
});
