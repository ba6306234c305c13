// After a redeem: the receipt, refusals, and ways to leave the form.
import type { Page } from '@playwright/test';
import type { Phase } from '../../src/shared/session.ts';
import { openRedeem } from '../gallery/picture.ts';
import { added, failureOf, ready, redeemAlone, report, signedOut, unknownKey } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const key = 'NWND-7F3Q-2MXX-91KD';
const keyField = (page: Page) => page.getByLabel('License key');

const expired: Phase = {
  kind: 'no-subscription',
  cause: 'expired',
  username: 'erin',
  lapsed: [],
  report,
};

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('asks for the user name when signed out and fills it in at sign-in @main', async ({
  page,
  open,
}) => {
  const bridge = await open({
    phase: signedOut,
    info: redeemAlone,
    replies: { redeem: [added] },
  });
  await openRedeem(page);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('User name')).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(2);
  await page.getByLabel('User name').fill('anna');
  await keyField(page).fill(key);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('User name')).toHaveValue('anna');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  expect(await bridge.inputsOf('signIn')).toHaveLength(0);
});

test('keeps the receipt when the phase changes', async ({ page, open }) => {
  const bridge = await open({ phase: expired, replies: { redeem: [added] } });
  await openRedeem(page);
  await keyField(page).fill(key);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /added$|^Key redeemed$/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
  await bridge.publish(sessionOf(ready, { revision: 2 }));
  await expect(page.getByRole('heading', { name: /added$|^Key redeemed$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Launch' })).toBeVisible();
  expect(await bridge.inputsOf('launch')).toHaveLength(0);
});

test('clears the field on "Redeem another"', async ({ page, open }) => {
  await open({ phase: ready, replies: { redeem: [added] } });
  await openRedeem(page);
  await keyField(page).fill(key);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Redeem another' }).click();
  await expect(keyField(page)).toHaveValue('');
  await expect(keyField(page)).toBeFocused();
});

test('stays closed after a full-screen state has closed the form', async ({ page, open }) => {
  const bridge = await open({ phase: ready });
  await openRedeem(page);
  await keyField(page).fill(key);
  await bridge.publish(sessionOf({ ...ready, announcement: null }, { revision: 2 }));
  await expect(keyField(page)).toHaveValue(key);
  await bridge.publish(sessionOf({ kind: 'app-paused', report }, { revision: 3 }));
  await expect(page.getByRole('heading', { name: 'Northwind Studio is paused' })).toBeFocused();
  await bridge.publish(sessionOf(ready, { revision: 4 }));
  await expect(page.getByRole('button', { name: 'Launch' })).toBeVisible();
  await expect(keyField(page)).toHaveCount(0);
});

test('keeps the key after a refusal and focuses the field at fault', async ({ page, open }) => {
  await open({
    phase: signedOut,
    info: redeemAlone,
    replies: {
      redeem: [
        { result: { ok: false, failure: failureOf({ code: 'user-unknown' }) } },
        { result: { ok: false, failure: failureOf(unknownKey) } },
      ],
    },
  });
  await openRedeem(page);
  await page.getByLabel('User name').fill('nobody');
  await keyField(page).fill(key);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/No account has this user name/);
  await expect(page.getByLabel('User name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/This key wasn't found/);
  await expect(keyField(page)).toBeFocused();
  await expect(keyField(page)).toHaveValue(key);
});

test('cancels a redeem in flight on the first Escape and goes back on the second', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: ready, replies: { redeem: ['hold'] } });
  await openRedeem(page);
  await keyField(page).fill(key);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alert')).toHaveText(/may have been redeemed/);
  expect(await bridge.inputsOf('cancel')).toHaveLength(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Launch' })).toBeVisible();
});
