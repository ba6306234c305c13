// Screens after a success: the drawn check, what was gained, and the next step as the main action.
import type { Page } from '@playwright/test';
import { chooseKeyAction, fillNewAccount, submitKey } from '../gallery/picture.ts';
import { programSample } from '../gallery/program.ts';
import { added, failureOf, ready, signedOut } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const notice = { kind: 'account-created', username: 'anna' } as const;
const created = sessionOf(ready, { revision: 3, notice });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const title = (page: Page) => page.getByRole('heading', { name: 'Account created' });
const animations = (page: Page) =>
  page.evaluate(() => document.getAnimations().filter(({ effect }) => effect !== null).length);

test('reports a new account and launches as the next step @main', async ({ page, open }) => {
  const bridge = await open({
    phase: signedOut,
    replies: { register: [{ result: { ok: true, value: null }, then: created }] },
  });
  await chooseKeyAction(page, 'Create an account');
  await fillNewAccount(page);
  await page.keyboard.press('Enter');
  await expect(title(page)).toBeFocused();
  await expect(page).toHaveTitle('Account created · Northwind Studio');
  await expect(title(page)).toHaveAccessibleDescription("You're signed in as anna.");
  await expect(page.getByText('until 14 March 2027', { exact: true })).toBeVisible();
  await expect(page.locator('main .filled')).toHaveText('Launch');
  await button(page, 'Launch').click();
  expect(await bridge.inputsOf('launch')).toHaveLength(1);
  await bridge.publish(sessionOf({ ...ready, kind: 'running' }, { revision: 4 }));
  await expect(title(page)).toHaveCount(0);
  await expect(page).toHaveTitle('Northwind Studio is running');
});

test('leaves the screen of a new account once, on "Not now" and on Escape', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: ready, session: { revision: 3, notice } });
  await expect(title(page)).toBeVisible();
  await button(page, 'Not now').click();
  await expect(title(page)).toHaveCount(0);
  expect(await bridge.inputsOf('dismissNotice')).toEqual([{ revision: 3 }]);
  // The snapshot may still contain the notice.
  await bridge.publish({ ...created, revision: 4, trust: null });
  await expect(title(page)).toHaveCount(0);
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await bridge.publish(sessionOf(ready, { revision: 5 }));
  await bridge.publish({ ...created, revision: 6 });
  await expect(title(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(title(page)).toHaveCount(0);
});

test('hears Escape as soon as the screen is in the page', async ({ page, open }) => {
  const bridge = await open({ phase: ready });
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('.tile.success') === null) return;
      observer.disconnect();
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await bridge.publish(created);
  await expect.poll(() => bridge.inputsOf('dismissNotice')).toEqual([{ revision: 3 }]);
  await expect(title(page)).toHaveCount(0);
});

test('offers to install first, and keeps the screen if that fails', async ({ page, open }) => {
  const program = { ...programSample, next: 'install', installed: null } as const;
  const failure = failureOf({ code: 'busy' });
  const bridge = await open({
    phase: ready,
    session: { notice, program },
    replies: {
      installProgram: [{ result: { ok: false, failure } }, { result: { ok: true, value: null } }],
    },
  });
  await expect(page.locator('main .filled')).toHaveText('Install');
  await button(page, 'Install').click();
  await expect(page.getByRole('alert')).toBeVisible();
  await button(page, 'Install').click();
  await expect(title(page)).toHaveCount(0);
  expect(await bridge.inputsOf('installProgram')).toHaveLength(2);
});

test('names in the title what a key added', async ({ page, open }) => {
  await open({ phase: ready, replies: { redeem: [added] } });
  await submitKey(page);
  await expect(page.getByRole('heading', { name: '30 days added', exact: true })).toBeFocused();
  await expect(page).toHaveTitle('30 days added · Northwind Studio');
});

test('reports an installation above the next step, without a change of the screen', async ({
  page,
  open,
}) => {
  const program = { ...programSample, next: 'launch' } as const;
  const bridge = await open({ phase: ready, session: { program } });
  const launch = button(page, 'Launch');
  await expect(launch).toBeFocused();
  const installed = { kind: 'installed', version: '2.5' } as const;
  await bridge.publish(sessionOf(ready, { revision: 2, program, notice: installed }));
  const message = page.getByRole('complementary');
  await expect(message).toContainText('Northwind Studio is installed');
  await expect(message).toContainText('Version 2.5 is ready to launch.');
  await expect(launch).toBeFocused();
  await expect(page.getByRole('status')).toHaveText(/^Northwind Studio is installed/);
});

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`draws the check with ${reducedMotion === 'reduce' ? 'no animation' : 'an animation'} for reduced motion "${reducedMotion}"`, async ({
    page,
    open,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await open({ phase: ready, session: { notice } });
    const names = await page
      .locator('.tile.success path')
      .first()
      .evaluate((path) => getComputedStyle(path).animationName);
    expect(names).toBe(reducedMotion === 'reduce' ? 'none' : 'draw');
    await expect.poll(() => animations(page)).toBe(0);
    await expect(title(page)).toBeVisible();
  });
