// The form for a lost key: where it is offered, what it sends, and that its confirmation is the same
// for every e-mail address.
import type { Page } from '@playwright/test';
import { demoInfo, failureOf, ready, redeemAlone, signedOut, unknownKey } from './samples.ts';
import { submitNewAccount } from '../gallery/picture.ts';
import { phaseSamples } from '../support/phase-samples.ts';
import { expect, test } from './screen-page.ts';

const info = { accounts: { ...demoInfo.accounts, lostKey: true } } as const;
const typedKey = 'NWND-7F3Q';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const email = (page: Page) => page.getByLabel('E-mail address');
const key = (page: Page) => page.getByLabel('License key');

async function openLostKey(page: Page): Promise<void> {
  await button(page, 'Have a license key?').click();
  await key(page).fill(typedKey);
  await button(page, 'Lost your key?').click();
}

test('sends the e-mail address alone, then returns to the form with the key', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: signedOut, info });
  await openLostKey(page);
  await expect(page.getByRole('heading', { name: 'Find your key' })).toBeVisible();
  await expect(email(page)).toBeFocused();
  await email(page).fill(' anna@studio.example ');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeFocused();
  await expect(page.getByText(/^If there are orders with this address/)).toBeVisible();
  await expect(page.getByText('anna@studio.example')).toBeVisible();
  expect(await bridge.inputsOf('lostKey')).toEqual([{ email: 'anna@studio.example' }]);
  await button(page, 'Enter a key').click();
  await expect(key(page)).toHaveValue(typedKey);
});

test('keeps the address for "Send again", and the key for Back', async ({ page, open }) => {
  await open({ phase: signedOut, info });
  await openLostKey(page);
  await email(page).fill('anna@studio.example');
  await button(page, 'Send my keys').click();
  await button(page, 'Send again').click();
  await expect(email(page)).toHaveValue('anna@studio.example');
  await page.keyboard.press('Escape');
  await expect(key(page)).toHaveValue(typedKey);
});

test('reports an invalid address beside the field and sends nothing', async ({ page, open }) => {
  const bridge = await open({ phase: signedOut, info });
  await openLostKey(page);
  for (const [address, words] of [
    ['', 'Enter your e-mail address.'],
    ['<b>anna</b>@b.example', /isn't an e-mail address/],
  ] as const) {
    await email(page).fill(address);
    await button(page, 'Send my keys').click();
    await expect(page.getByRole('alert')).toHaveText(words);
    await expect(email(page)).toBeFocused();
  }
  expect(await bridge.inputsOf('lostKey')).toEqual([]);
});

test('says that the service sends no mail, and how to get help', async ({ page, open }) => {
  const failure = failureOf({ code: 'mail-unavailable' });
  await open({
    phase: signedOut,
    info,
    replies: { lostKey: [{ result: { ok: false, failure } }] },
  });
  await openLostKey(page);
  await email(page).fill('anna@studio.example');
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText("The service can't send e-mails");
  await expect(alert).toContainText('Contact Northwind Studio to get your key.');
  await expect(button(page, 'Get in touch at northwind.example')).toBeVisible();
});

test('clears the failure of a new account, which concerns another attempt', async ({
  page,
  open,
}) => {
  const failure = failureOf(unknownKey);
  await open({
    phase: signedOut,
    info,
    replies: { register: [{ result: { ok: false, failure } }] },
  });
  await submitNewAccount(page);
  await expect(page.getByRole('alert')).toContainText('key');
  await button(page, 'Lost your key?').click();
  await page.keyboard.press('Escape');
  await expect(key(page)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

for (const [where, phase, opens] of [
  ['the redeem form', signedOut, 'Have a license key?'],
  ['the screen without a subscription', phaseSamples['no-subscription'], 'Redeem a key'],
] as const)
  test(`is offered in ${where}`, async ({ page, open }) => {
    await open({ phase, info: { accounts: { ...redeemAlone.accounts, lostKey: true } } });
    await button(page, opens).click();
    await button(page, 'Lost your key?').click();
    await page.keyboard.press('Escape');
    await expect(button(page, 'Redeem')).toBeVisible();
  });

for (const [where, options, opens] of [
  ['the seller leaves it off', { phase: signedOut }, 'Have a license key?'],
  [
    'the service lacks it',
    { phase: signedOut, info, session: { unsupported: ['lostKey'] } },
    'Have a license key?',
  ],
  ['the user is signed in', { phase: ready, info }, 'Redeem a key'],
] as const)
  test(`is hidden if ${where}`, async ({ page, open }) => {
    await open(options);
    await button(page, opens).click();
    await expect(key(page)).toBeVisible();
    await expect(button(page, 'Lost your key?')).toHaveCount(0);
  });
