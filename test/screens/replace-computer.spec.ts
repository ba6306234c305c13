// The list of a refused sign-in, from which the user removes a computer to continue here.
import type { Page } from '@playwright/test';
import { askToRemove, refusedSignIn, removal, removeOld, sameNames } from '../gallery/computers.ts';
import { failureOf, nowMs, dayMs, ready, signedOut } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test.describe('the list of a refused sign-in', () => {
  test('shows name, system and last use of each computer, and the removals left', async ({
    page,
    open,
  }) => {
    await open({ phase: refusedSignIn });
    const rows = region(page, 'Your computers').getByRole('listitem');
    await expect(rows).toHaveText([
      /^old-laptopWindows 11 · Last used on 3 October 2026Remove$/,
      /^studio-pcLinux · Last used on 21 November 2026 at 08:00Remove$/,
    ]);
    await expect(page.getByText('You can do this 2 more times in the next 30 days.')).toBeVisible();
  });

  test('replaces a dead computer with three clicks', async ({ page, open }) => {
    const replies = {
      signIn: [
        { result: { ok: true, value: null }, then: sessionOf(refusedSignIn, { revision: 2 }) },
      ],
      removeComputer: [
        { result: { ok: true, value: null }, then: sessionOf(ready, { revision: 3 }) },
      ],
    } as const;
    const bridge = await open({ phase: signedOut, replies });
    await page.getByLabel('User name').fill('anna');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await button(page, 'Sign in').click();
    await button(page, 'Remove old-laptop').click();
    expect(await bridge.inputsOf('removeComputer')).toEqual([]);
    await button(page, 'Remove and sign in here').click();
    expect(await bridge.inputsOf('removeComputer')).toEqual([{ id: 'old' }]);
    await expect(button(page, 'Launch')).toBeVisible();
  });

  for (const [name, isSeatHeld, effect, confirm] of [
    [
      'which keeps its seat',
      true,
      "It works offline until Tuesday, 09:00. You can't sign in here before that.",
      'Remove',
    ],
    [
      'whose seat is free',
      false,
      'It works offline until Tuesday, 09:00. You continue on this computer.',
      'Remove and sign in here',
    ],
  ] as const)
    test(`says before a removal until when a computer works offline, ${name}`, async ({
      page,
      open,
    }) => {
      const computers = sameNames(isSeatHeld);
      await open({ phase: { ...refusedSignIn, removal: { ...removal, computers } } });
      const rows = region(page, 'Your computers').getByRole('listitem');
      await expect(rows).toHaveText([
        /^old-laptopWindows 11 · Last used on .+Works offline until Tuesday, 09:00Remove$/,
        /^old-laptop \(2\)Linux · Last used on [^W]+Remove$/,
      ]);
      await askToRemove(page);
      await expect(page.getByRole('dialog')).toContainText(effect);
      await expect(page.getByRole('dialog').getByRole('button', { name: confirm })).toBeVisible();
      await page.keyboard.press('Escape');
      await button(page, 'Remove old-laptop (2)').click();
      await expect(page.getByRole('dialog')).toContainText('Remove old-laptop (2)?');
      await expect(page.getByRole('dialog')).toContainText('It is signed out, and you continue');
    });

  test('works with the keyboard, and Keep removes nothing', async ({ page, open }) => {
    const bridge = await open({ phase: refusedSignIn });
    await page.keyboard.press('Tab');
    await expect(button(page, 'Remove old-laptop')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(button(page, 'Keep')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button(page, 'Remove old-laptop')).toBeFocused();
    await askToRemove(page);
    await button(page, 'Keep').click();
    expect(await bridge.inputsOf('removeComputer')).toEqual([]);
  });

  test('shows a failure without moving a button', async ({ page, open }) => {
    const failure = failureOf({ code: 'rate-limited', retryAt: nowMs + 60_000 });
    await open({
      phase: refusedSignIn,
      replies: { removeComputer: [{ result: { ok: false, failure } }] },
    });
    const places = () =>
      page
        .locator('main button:visible')
        .evaluateAll((all) =>
          all.map((one) => [one.textContent, one.getBoundingClientRect().top]).slice(0, 4),
        );
    const before = await places();
    await removeOld(page);
    await expect(page.getByRole('alert')).toContainText('Too many attempts');
    expect(await places()).toEqual(before);
  });

  test('offers no removal when none is left, and shows when the next one is possible', async ({
    page,
    open,
  }) => {
    const none = { ...removal, left: 0, nextAt: nowMs + 12 * dayMs };
    await open({ phase: { ...refusedSignIn, removal: none } });
    await expect(region(page, 'Your computers').getByRole('listitem')).toHaveCount(2);
    await expect(page.getByText('You can remove one from 3 December 2026.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
    await expect(button(page, 'Try again')).toBeVisible();
  });
});
