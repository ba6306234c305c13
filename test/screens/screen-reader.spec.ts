// Screen reader output: window titles, descriptions of headings and forms, and one live
// region that exists from the start.
import type { Locator, Page } from '@playwright/test';
import { openRedeem, submitSignIn } from '../gallery/picture.ts';
import { failureOf, ready, redeemAlone, report, signedOut } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const status = (page: Page) => page.getByRole('status');

const withUser = (username: string) => ({ ...ready, account: { ...ready.account, username } });

/** Records the live region's texts. Returns a function that reads them. */
async function recordAnnouncements(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const region = document.querySelector('[role=status]');
    const said: string[] = [];
    Object.assign(window, { said });
    if (region === null) return;
    const record = () => region.textContent !== '' && said.push(region.textContent.trim());
    const changes = { childList: true, characterData: true, subtree: true };
    new MutationObserver(record).observe(region, changes);
  });
  return () => page.evaluate(() => Reflect.get(window, 'said') as string[]); // set above
}

/** Pastes without the system clipboard. */
async function pasteInto(field: Locator, text: string): Promise<void> {
  await field.evaluate((input, given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', given);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);
}

test('names the screen and the brand once each in the title @main', async ({ page, open }) => {
  const bridge = await open({ phase: { kind: 'starting' }, info: redeemAlone });
  await expect(page).toHaveTitle('Getting Northwind Studio ready…');
  await bridge.publish(sessionOf(signedOut, { revision: 2 }));
  await expect(page).toHaveTitle('Sign in · Northwind Studio');
  await openRedeem(page);
  await expect(page).toHaveTitle('Redeem a key · Northwind Studio');
  await bridge.publish(sessionOf({ kind: 'app-paused', report }, { revision: 3 }));
  await expect(page).toHaveTitle('Northwind Studio is paused');
  await bridge.publish(sessionOf(ready, { revision: 4 }));
  await expect(page).toHaveTitle('Ready to launch · Northwind Studio');
  await bridge.publish(sessionOf({ ...ready, kind: 'running' }, { revision: 5 }));
  await expect(page).toHaveTitle('Northwind Studio is running');
});

test('describes the heading, the form and Launch for screen readers', async ({ page, open }) => {
  const bridge = await open({
    phase: { kind: 'no-subscription', cause: 'never', username: 'nora', lapsed: [], report },
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleDescription(
    /no active subscription/,
  );
  await bridge.publish(sessionOf(signedOut, { revision: 2 }));
  const form = page.getByRole('form', { name: 'Sign in' });
  await expect(form).toHaveAccessibleDescription(/Northwind Studio/);
  await bridge.publish(sessionOf(ready, { revision: 3 }));
  await expect(page.getByRole('button', { name: 'Launch' })).toHaveAccessibleDescription(
    'Pro until 14 March 2027',
  );
});

test('announces the start and the crash of the program in the same live region', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: { kind: 'starting' } });
  const region = await status(page).elementHandle();
  const same = () =>
    page.evaluate(
      (first) =>
        document.querySelectorAll('[role=status], [aria-live]').length === 1 && first.isConnected,
      region,
    );
  expect(await same()).toBe(true);
  await bridge.publish(sessionOf(ready, { revision: 2 }));
  expect(await same()).toBe(true);
  await bridge.publish(sessionOf({ ...ready, kind: 'running' }, { revision: 3 }));
  await expect(status(page)).toHaveText('Northwind Studio is running');
  const notice = { kind: 'app-exited', exitCode: 3, signal: null } as const;
  await bridge.publish(sessionOf(ready, { revision: 4, notice }));
  await expect(status(page)).toHaveText(/^Northwind Studio closed unexpectedly/);
  expect(await same()).toBe(true);
});

test('repeats an announcement when the same event happens again', async ({ page, open }) => {
  const bridge = await open({ phase: ready });
  const said = await recordAnnouncements(page);
  for (const revision of [2, 4]) {
    await bridge.publish(sessionOf({ ...ready, kind: 'running' }, { revision }));
    await expect(page.getByRole('main').getByText('is running')).toBeVisible();
    await bridge.publish(sessionOf(ready, { revision: revision + 1 }));
    await expect(page.getByRole('button', { name: 'Launch' })).toBeVisible();
  }
  expect(await said()).toEqual(['Northwind Studio is running', 'Northwind Studio is running']);
});

for (const [change, next, language] of [
  ['another screen', sessionOf(signedOut), 'en'],
  ['another user', sessionOf(withUser('bert')), 'en'],
  ['another language', null, 'de'],
] as const)
  test(`empties the live region on ${change}`, async ({ page, open }) => {
    const bridge = await open({
      phase: withUser('anna'),
      info: { language: { current: 'en', byDefault: 'en', offered: ['en', 'de'] } },
    });
    // A snapshot of the same screen and user keeps the announcement.
    await page.evaluate(() => document.querySelector('[role=status]')?.append('Copied'));
    await bridge.publish(sessionOf(withUser('anna'), { revision: 2, trust: null }));
    await expect(status(page)).toHaveText('Copied');
    if (next !== null) await bridge.publish({ ...next, revision: 3 });
    await page.getByLabel(/Language|Sprache/).selectOption(language);
    await expect(status(page)).toHaveText('');
  });

test('never announces a license key', async ({ page, open }) => {
  const keys = ['NWND-7F3Q-2MXX-91KD', 'NWND-7F3Q-2MXX-91KE'] as const;
  const phase = { ...signedOut, username: 'anna' };
  const bridge = await open({ phase, info: redeemAlone });
  const said = await recordAnnouncements(page);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  const deepLink = { id: 1, kind: 'redeem', key: keys[0] } as const;
  await bridge.publish(sessionOf(phase, { revision: 2, deepLink }));
  await expect(page.getByText(keys[0])).toBeVisible();
  await bridge.publish(sessionOf(phase, { revision: 3 }));
  await openRedeem(page);
  for (const text of [`Keys: ${keys.join(' and ')}`, keys[0] + keys[0], `${keys[0]}.`]) {
    await page.getByLabel('License key').fill('');
    await pasteInto(page.getByLabel('License key'), text);
    await expect(page.locator('.below-field .hint').last()).not.toBeEmpty();
  }
  expect(await said()).toEqual(expect.arrayContaining(['Your link has a key.']));
  for (const text of await said()) for (const key of keys) expect(text).not.toContain(key);
});

test('links a refused password to its error message', async ({ page, open }) => {
  const failure = failureOf({ code: 'bad-credentials', triesLeft: null, retryAt: null });
  await open({ phase: signedOut, replies: { signIn: [{ result: { ok: false, failure } }] } });
  await submitSignIn(page);
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toHaveAccessibleDescription(/Incorrect user name or password/);
});
