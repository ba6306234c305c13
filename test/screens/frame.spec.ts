// Behaviour of every screen: snapshot order, focus, the account menu, notices, links and copying.
import { failureOf, nowMs, ready, report, signedOut } from './samples.ts';
import { inEngine } from '../support/engine.ts';
import { expect, sessionOf, test } from './screen-page.ts';

test('ignores a snapshot that is not newer than the current one @main', async ({ page, open }) => {
  const bridge = await open({ phase: ready, session: { revision: 7 } });
  await bridge.publish(sessionOf(signedOut, { revision: 6 }));
  await bridge.publish(sessionOf(signedOut, { revision: 7 }));
  await expect(page.getByRole('button', { name: 'Launch' })).toBeVisible();
  await bridge.publish(sessionOf(signedOut, { revision: 8 }));
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('draws a snapshot that arrives before the first answer', async ({ page, open }) => {
  await open({ phase: ready, meanwhile: sessionOf(signedOut, { revision: 8 }) });
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('explains that the page only works in the loader when the bridge is missing', async ({
  page,
  clientUrl,
}) => {
  await page.goto(clientUrl);
  await expect(
    page.getByRole('heading', { name: 'This page only works in the loader' }),
  ).toBeVisible();
});

test('shows a start text, then the current step, then Cancel, and cancels on Escape', async ({
  page,
  open,
}) => {
  const bridge = await open({
    phase: { kind: 'starting' },
    session: { step: 'connecting' },
    stoppedClock: true,
  });
  const status = page.getByRole('status');
  const line = page.locator('.starting-line p');
  await page.clock.runFor(250);
  await expect(line).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(line).toHaveText('Getting Northwind Studio ready…');
  await page.clock.runFor(1800);
  await expect(line).toHaveText('Connecting to the service…');
  await expect(status).toHaveText('Connecting to the service…');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await page.clock.runFor(6000);
  await expect(line.last()).toHaveText('This is taking longer than usual.');
  await page.keyboard.press('Escape');
  expect(await bridge.inputsOf('cancel')).toHaveLength(1);
});

test(
  'allows operating the account menu with arrow keys, Escape and Enter',
  { tag: inEngine.keyboard },
  async ({ page, open }) => {
    const bridge = await open({ phase: ready });
    const button = page.getByRole('button', { name: 'Account of anna' });
    await button.focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Check for updates' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    expect(await bridge.inputsOf('signOut')).toHaveLength(1);
    expect(await bridge.inputsOf('cancel')).toHaveLength(0);
    await button.click();
    await page.mouse.click(200, 500);
    await expect(page.getByRole('menu')).toHaveCount(0);
  },
);

test('disables sign-out while the program runs and explains why', async ({ page, open }) => {
  const bridge = await open({ phase: { ...ready, kind: 'running' } });
  await page.getByRole('button', { name: 'Account of anna' }).click();
  const item = page.getByRole('menuitem', { name: 'Sign out' });
  await expect(item).toHaveAttribute('aria-disabled', 'true');
  await expect(item).toHaveAccessibleDescription('Close Northwind Studio first.');
  await item.click({ force: true });
  expect(await bridge.inputsOf('signOut')).toHaveLength(0);
  await expect(page.getByRole('button', { name: 'Launch' })).toHaveCount(0);
});

test('keeps what cannot work while the program runs, with the reason', async ({ page, open }) => {
  const bridge = await open({ phase: { ...ready, kind: 'running' } });
  await page.getByRole('button', { name: 'Account of anna' }).click();
  const check = page.getByRole('menuitem', { name: 'Check for updates' });
  await expect(check).toHaveAttribute('aria-disabled', 'true');
  await expect(check).toHaveAccessibleDescription('Close Northwind Studio first.');
  await check.click({ force: true });
  expect(await bridge.inputsOf('retry')).toHaveLength(0);
});

test('redeems a key while the program runs, but not while it starts', async ({ page, open }) => {
  const bridge = await open({ phase: { ...ready, kind: 'launching' } });
  const redeem = page.getByRole('main').getByRole('button', { name: 'Redeem a key' });
  await expect(redeem).toHaveAttribute('aria-disabled', 'true');
  await bridge.publish(sessionOf({ ...ready, kind: 'running' }, { revision: 3 }));
  await redeem.click();
  await expect(page.getByRole('textbox', { name: 'Key' })).toBeVisible();
});

test('dismisses a notice with the revision that was shown', async ({ page, open }) => {
  const bridge = await open({
    phase: ready,
    session: { revision: 9, notice: { kind: 'app-exited', exitCode: 3, signal: null } },
  });
  await expect(page.getByRole('complementary')).toContainText('the number 3');
  await page.getByRole('button', { name: 'Close this message' }).click();
  expect(await bridge.inputsOf('dismissNotice')).toEqual([{ revision: 9 }]);
});

test('hides links that are not configured and shows the host of a link that fails to open', async ({
  page,
  open,
}) => {
  await open({
    phase: signedOut,
    info: { links: { forgot: 'https://northwind.example/' } },
    replies: {
      openLink: [{ result: { ok: false, failure: failureOf({ code: 'internal' }) } }],
    },
  });
  await expect(page.getByRole('button', { name: 'Help' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('alert')).toHaveText(/Go to northwind.example/);
});

test('shows the host of the update link and opens the link by its name', async ({ page, open }) => {
  const bridge = await open({
    phase: {
      kind: 'update-required',
      requiredVersion: '6.0',
      download: 'https://downloads.northwind.example/6.0?from=5.2',
      report,
    },
  });
  await page.getByRole('button', { name: 'Get the update at downloads.northwind.example' }).click();
  expect(await bridge.inputsOf('openLink')).toEqual([{ name: 'download' }]);
});

test('retries only after the wait that the service asked for', async ({ page, open }) => {
  const failure = failureOf({ code: 'server-down', retryAt: nowMs + 31_000 });
  const bridge = await open({
    phase: { kind: 'unreachable', username: '', failure },
    replies: { retry: ['hold'] },
    stoppedClock: true,
  });
  const button = page.locator('.actions .filled');
  await expect(button).toHaveText('Try again in 0:30');
  await button.click({ force: true });
  expect(await bridge.inputsOf('retry')).toHaveLength(0);
  await page.clock.runFor(31_000);
  await expect(button).toHaveText('Try again');
  await button.click();
  await button.click({ force: true });
  expect(await bridge.inputsOf('retry')).toHaveLength(1);
});

test.describe('copying', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test(
    'copies the failure code, support code, time and versions',
    { tag: inEngine.clipboard },
    async ({ page, open }) => {
      await open({
        phase: { kind: 'unreachable', username: '', failure: failureOf({ code: 'dns' }) },
      });
      await page.getByRole('button', { name: 'Copy details' }).click();
      await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        'Northwind Studio\nLoader 5.2 (20704d4f8a)\nWhat: dns\nSupport code: 7F3A-2B1C\nTime: 2026-11-21T09:00:00.000Z',
      );
    },
  );

  test('does not report a failed copy as copied, even right after a successful one', async ({
    page,
    open,
  }) => {
    await open({
      phase: { kind: 'unreachable', username: '', failure: failureOf({ code: 'dns' }) },
      stoppedClock: true,
    });
    const button = page.locator('.copy button');
    await button.click();
    await expect(button).toHaveText('Copied');
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    await button.click();
    await expect(button).toHaveText('Copy details');
    await expect(page.getByRole('textbox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  });
});

test(
  'allows signing in, submitting a code and launching by keyboard alone',
  { tag: inEngine.keyboard },
  async ({ page, open }) => {
    const bridge = await open({
      phase: signedOut,
      replies: {
        signIn: [
          {
            result: { ok: true, value: null },
            then: sessionOf({ kind: 'code-needed', username: 'theo' }, { revision: 2 }),
          },
        ],
        submitCode: [
          { result: { ok: true, value: null }, then: sessionOf(ready, { revision: 3 }) },
        ],
      },
    });
    await expect(page.getByLabel('User name')).toBeFocused();
    await page.keyboard.type('theo');
    await page.keyboard.press('Tab');
    await page.keyboard.type('correct horse');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Six-digit code')).toBeFocused();
    await page.keyboard.type('042917');
    await expect(page.getByRole('button', { name: 'Launch' })).toBeFocused();
    await page.keyboard.press('Enter');
    expect(await bridge.inputsOf('launch')).toHaveLength(1);
  },
);
