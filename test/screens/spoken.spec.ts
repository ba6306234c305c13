// Screen reader output: window titles, descriptions of headings and forms, and one live
// region that exists from the start.
import type { Page } from '@playwright/test';
import { openRedeem, submitSignIn } from '../gallery/picture.ts';
import { failureOf, ready, redeemAlone, report, signedOut } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const status = (page: Page) => page.getByRole('status');

test('names the screen and the brand once each in the title', async ({ page, open }) => {
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

test('announces the start and the end of the program in the same live region', async ({
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
  const notice = { kind: 'app-exited', exitCode: 0, signal: null } as const;
  await bridge.publish(sessionOf(ready, { revision: 4, notice }));
  await expect(status(page)).toHaveText(/^Northwind Studio was closed/);
  expect(await same()).toBe(true);
});

test('repeats an announcement when the same event happens again', async ({ page, open }) => {
  const bridge = await open({ phase: ready });
  await page.evaluate(() => {
    const region = document.querySelector('[role=status]');
    const said: string[] = [];
    Object.assign(window, { said });
    if (region !== null)
      new MutationObserver(() => said.push(region.textContent.trim())).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      });
  });
  for (const revision of [2, 4]) {
    await bridge.publish(sessionOf({ ...ready, kind: 'running' }, { revision }));
    await expect(page.getByRole('main').getByText('is running')).toBeVisible();
    await bridge.publish(sessionOf(ready, { revision: revision + 1 }));
    await expect(page.getByRole('button', { name: 'Launch' })).toBeVisible();
  }
  const said = await page.evaluate(() => Reflect.get(window, 'said') as string[]); // made above
  expect(said).toEqual(['Northwind Studio is running', 'Northwind Studio is running']);
});

test('links a refused password to its error message', async ({ page, open }) => {
  const failure = failureOf({ code: 'bad-credentials', triesLeft: null, retryAt: null });
  await open({ phase: signedOut, replies: { signIn: [{ result: { ok: false, failure } }] } });
  await submitSignIn(page);
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toHaveAccessibleDescription(/Incorrect user name or password/);
});
