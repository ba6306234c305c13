// Results of "Check again", automatic retries, ways off each screen, and end dates that a redeemed
// key has changed.
import { chooseOption } from '../gallery/picture.ts';
import { hasAutomaticWork } from '../../src/shared/phases.ts';
import type { Phase, Session } from '../../src/shared/session.ts';
import { phaseSamples } from '../support/phase-samples.ts';
import { positionsIn } from './element-positions.ts';
import { anna, dayMs, failureOf, nowMs, ready, report } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const offline = failureOf({ code: 'offline' });
const none = { kind: 'no-subscription', username: 'anna', lapsed: [], report } as const;
const done = { result: { ok: true, value: null } } as const;

test('a pause says whether the user stays signed in @main', async ({ page, open }) => {
  const bridge = await open({ phase: { kind: 'app-paused', report } });
  await expect(page.getByText('your account is fine')).toBeVisible();
  const { account } = ready;
  await bridge.publish(
    sessionOf({ kind: 'app-paused', report, suspended: account }, { revision: 2 }),
  );
  await expect(page.getByText('You stay signed in')).toBeVisible();
});

test.describe('the result of "Check again"', () => {
  const screens: readonly (readonly [string, Phase, string, string])[] = [
    ['ended', { ...none, cause: 'expired' }, 'Check again', 'not renewed yet'],
    ['never active', { ...none, cause: 'never' }, 'Check again', 'still not active'],
    ['paused', { ...none, cause: 'paused' }, 'Check again', 'still paused'],
    ['app paused', { kind: 'app-paused', report }, 'Check again', 'still paused'],
    ['app off', { kind: 'app-disabled', report }, 'Check again', 'still switched off'],
    [
      'too old',
      { kind: 'update-required', requiredVersion: null, download: null, report },
      'Check again',
      'this loader is still too old',
    ],
    [
      'another computer',
      { kind: 'wrong-device', username: 'anna', shortDeviceId: '9f2c41d8', report },
      'Try again',
      'still linked to another computer',
    ],
    [
      'unreachable',
      { kind: 'unreachable', username: 'anna', failure: offline },
      'Try again',
      "the service still can't be reached",
    ],
  ];
  test('is shown on every screen that has the button, and does not move the buttons', async ({
    page,
    open,
  }) => {
    const bridge = await open({ phase: ready, replies: { retry: [done] }, stoppedClock: true });
    const buttons = page.locator('.actions .button');
    const places = () => positionsIn(page.locator('.column'), buttons);
    const status = page.getByRole('status');
    for (const [index, [name, phase, label, found]] of screens.entries()) {
      await page.getByRole('button', { name: 'Launch' }).waitFor();
      await bridge.publish(sessionOf(phase, { revision: 2 * index + 2 }));
      const button = page.getByRole('main').getByRole('button', { name: label });
      await buttons.first().waitFor();
      const before = await places();
      if (await button.isVisible()) await button.click();
      else await chooseOption(page, label);
      await page.clock.runFor(500);
      await expect(status, name).toHaveText(`Checked just now: ${found}.`);
      if (index === 0) {
        // The age in this line is updated the same way on every screen, so one screen is enough.
        await page.clock.runFor(65_000);
        await expect(page.locator('.checked')).toHaveText(`Checked 1 min ago: ${found}.`);
        await expect(status).toHaveText(`Checked just now: ${found}.`);
      }
      expect(await places(), name).toEqual(before);
      await bridge.publish(sessionOf(ready, { revision: 2 * index + 3 }));
    }
  });

  test('is not shown on the next screen if the screen changes', async ({ page, open }) => {
    const other = {
      kind: 'unreachable',
      username: '',
      failure: failureOf({ code: 'tls' }),
    } as const;
    const failure = { ...other.failure, reportId: '1'.repeat(32) };
    await open({
      phase: { kind: 'unreachable', username: '', failure: offline },
      replies: { retry: [{ ...done, then: sessionOf({ ...other, failure }, { revision: 2 }) }] },
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'No secure connection' })).toBeFocused();
    await expect(page.getByText('Checked')).toHaveCount(0);
  });

  test('shows progress, then the result, without moving the buttons', async ({ page, open }) => {
    const bridge = await open({ phase: ready, stoppedClock: true });
    const place = () =>
      page
        .getByRole('button', { name: 'Redeem a key' })
        .evaluate((button) => button.getBoundingClientRect().y);
    const before = await place();
    let revision = 1;
    const publish = (rest: Partial<Session>) =>
      bridge.publish(sessionOf(ready, { revision: (revision += 1), ...rest }));
    await publish({ step: 'checking-subscription' });
    await page.clock.runFor(300);
    await expect(page.getByText('Checking your subscriptions…')).toHaveCount(0);
    await page.clock.runFor(200);
    await expect(page.getByRole('status')).toHaveText('Checking your subscriptions…');
    await page.clock.runFor(1000);
    for (const [changed, words] of [
      [false, 'nothing has changed'],
      [true, 'everything is up to date'],
      [null, 'you are signed in'],
    ] as const) {
      const at = (await page.evaluate(() => Date.now())) + revision;
      await publish({ notice: { kind: 'checked', at, changed } });
      await page.clock.runFor(400);
      await expect(page.getByRole('status')).toHaveText(`Checked just now: ${words}.`);
    }
    expect(await place()).toBe(before);
  });
});

test.describe('service unreachable', () => {
  const phase = { kind: 'unreachable', username: 'anna', failure: offline } as const;

  test('shows when it retries automatically, without announcing it', async ({ page, open }) => {
    const bridge = await open({
      phase,
      session: { nextRetryAt: nowMs + 31_000 },
      stoppedClock: true,
    });
    const line = page.locator('.next-try');
    await expect(line).toHaveText('Trying again in 0:30.');
    await page.clock.runFor(10_000);
    await expect(line).toHaveText('Trying again in 0:20.');
    await page.clock.runFor(25_000);
    await expect(line).toHaveText('Trying again…');
    expect(await line.evaluate((element) => element.closest('[role], [aria-live]'))).toBeNull();
    await bridge.publish(sessionOf(phase, { revision: 2, nextRetryAt: null }));
    await expect(line).toHaveCount(0);
  });

  test('goes back to the sign-in form', async ({ page, open }) => {
    const bridge = await open({ phase });
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    expect(await bridge.inputsOf('goBack')).toHaveLength(1);
  });
});

test('shows the retry time on every screen that retries automatically', async ({ page, open }) => {
  const waiting = (Object.values(phaseSamples) as readonly Phase[]).filter((phase) =>
    hasAutomaticWork(phase, 'try-again'),
  );
  expect(waiting.length).toBeGreaterThan(1);
  const bridge = await open({ phase: ready });
  for (const [index, phase] of waiting.entries()) {
    const revision = 2 * index + 2;
    await bridge.publish(sessionOf(phase, { revision, nextRetryAt: nowMs + 60_000 }));
    await expect(page.getByText('Trying again in 1:00.'), phase.kind).toBeVisible();
    await bridge.publish(sessionOf(ready, { revision: revision + 1 }));
    await expect(page.getByText('Trying again in'), phase.kind).toHaveCount(0);
  }
});

test('offers the sign-in form, not sign-out, when a computer is banned before sign-in', async ({
  page,
  open,
}) => {
  const banned = {
    kind: 'banned',
    cause: 'blacklist',
    username: '',
    reason: null,
    report,
  } as const;
  const bridge = await open({ phase: banned });
  await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Go to sign-in' }).click();
  expect(await bridge.inputsOf('goBack')).toHaveLength(1);
  await bridge.publish(sessionOf({ ...banned, username: 'anna' }, { revision: 2 }));
  await page.getByRole('button', { name: 'Sign out' }).click();
  expect(await bridge.inputsOf('signOut')).toHaveLength(1);
});

test('retries the sign-in after a session has ended', async ({ page, open }) => {
  const bridge = await open({ phase: { kind: 'session-ended', username: 'anna', report } });
  await page.getByRole('button', { name: 'Sign in again' }).click();
  expect(await bridge.inputsOf('retry')).toHaveLength(1);
});

test('does not show a subscription as ended while its date is outdated after a redeem', async ({
  page,
  open,
}) => {
  const account = {
    ...anna.account,
    subscriptions: [
      { name: 'Pro', expiresAt: nowMs - dayMs, startedAt: nowMs - 9 * dayMs, lifetime: false },
      { name: 'Add-on', expiresAt: nowMs + dayMs, startedAt: null, lifetime: false },
    ],
  };
  const bridge = await open({ phase: { ...ready, account: { ...account, dates: 'asking' } } });
  await expect(page.getByText('until 20 November 2026 at 09:00 or later')).toBeVisible();
  await expect(page.locator('.chip')).toHaveText(['Active', 'Active']);
  await expect(page.getByText(/ends in|left/i)).toHaveCount(0);
  await expect(page.getByRole('progressbar', { includeHidden: true })).toHaveCount(0);
  await expect(page.getByText('You redeemed a key.')).toHaveCount(0);
  const outdated = { ...ready, account: { ...account, dates: 'outdated' } } as const;
  await bridge.publish(sessionOf(outdated, { revision: 2 }));
  await expect(page.getByText('Sign in again to see the new date.')).toBeVisible();
  const current = { ...ready, account: { ...account, dates: 'current' } } as const;
  await bridge.publish(sessionOf(current, { revision: 3 }));
  await expect(page.locator('.chip')).toHaveText(['Ended', 'Ends in 1 day']);
});

test('uses different icons for no connection, a busy service and a service that is down', async ({
  page,
  open,
}) => {
  const retryAt = nowMs + 5000;
  const tile = () => page.locator('.tile svg').evaluate((icon) => icon.innerHTML);
  const drawn: string[] = [];
  const bridge = await open({ phase: { kind: 'unreachable', username: 'anna', failure: offline } });
  for (const [at, facts] of (
    [
      { code: 'offline' },
      { code: 'overloaded', retryAt },
      { code: 'rate-limited', retryAt },
      { code: 'server-down', retryAt },
    ] as const
  ).entries()) {
    const failure = { ...failureOf(facts), reportId: String(at).repeat(32) };
    const phase = { kind: 'unreachable', username: 'anna', failure } as const;
    await bridge.publish(sessionOf(phase, { revision: at + 2 }));
    await expect(page.getByText(`${String(at).repeat(4)}-${String(at).repeat(4)}`)).toBeVisible();
    drawn.push(await tile());
  }
  const [none, busy, limited, problem] = drawn;
  expect(busy).toBe(limited);
  expect(new Set([none, busy, problem]).size).toBe(3);
});
