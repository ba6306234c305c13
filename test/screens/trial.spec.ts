// The free trial: its button, and the form for an account without a key.
import { fillNewAccount } from '../gallery/picture.ts';
import { demoInfo, failureOf, ready, signedOut } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

test('begins a free trial with a name and a password', async ({ page, open }) => {
  const then = sessionOf(ready, { revision: 2 });
  const bridge = await open({
    phase: signedOut,
    session: { trialDays: 14 },
    replies: {
      register: [
        { result: { ok: false, failure: failureOf({ code: 'username-taken' }) } },
        { result: { ok: false, failure: failureOf({ code: 'trial-used' }) } },
        { result: { ok: true, value: null }, then },
      ],
    },
  });
  await page.getByRole('button', { name: 'Try 14 days free' }).click();
  await expect(page.getByText('Try 14 days free')).toBeVisible();
  await fillNewAccount(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/user name is taken/);
  await expect(page.getByRole('alert')).not.toContainText('key');
  await page.getByLabel('User name').fill('anna-2');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This computer has already had its free trial')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Launch' })).toBeVisible();
  expect((await bridge.inputsOf('register')).at(-1)).toEqual({
    ...{ username: 'anna-2', password: 'correct horse', key: null },
    ...{ email: null, remember: false },
  });
});

test('goes back to the sign-in', async ({ page, open }) => {
  await open({ phase: signedOut, session: { trialDays: 1 } });
  await page.getByRole('button', { name: 'Try 1 day free' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Have a license key?' })).toBeVisible();
});

test('offers no trial without days, and where no accounts are created', async ({ page, open }) => {
  const trial = page.getByRole('button', { name: /Try/ });
  const bridge = await open({
    phase: signedOut,
    info: { accounts: { ...demoInfo.accounts, register: false } },
  });
  await expect(page.getByRole('button', { name: 'Have a license key?' })).toBeVisible();
  await expect(trial).toHaveCount(0);
  await bridge.publish(sessionOf(signedOut, { revision: 2, trialDays: 14 }));
  await expect(trial).toHaveCount(0);
});

test('asks for no e-mail, because a trial takes none', async ({ page, open }) => {
  await open({
    phase: signedOut,
    session: { trialDays: 14 },
    info: { accounts: { ...demoInfo.accounts, email: 'required' } },
  });
  await page.getByRole('button', { name: 'Try 14 days free' }).click();
  await expect(page.getByLabel('User name')).toBeVisible();
  await expect(page.getByLabel(/mail/i)).toHaveCount(0);
});

test('says that a trial is no longer offered, and keeps the days of the form', async ({
  page,
  open,
}) => {
  const result = { ok: false, failure: failureOf({ code: 'type-unknown' }) } as const;
  const then = sessionOf(signedOut, { revision: 2, trialDays: 0 });
  await open({
    phase: signedOut,
    session: { trialDays: 14 },
    replies: { register: [{ result, then }] },
  });
  await page.getByRole('button', { name: 'Try 14 days free' }).click();
  await fillNewAccount(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The free trial is no longer offered')).toBeVisible();
  await expect(page.getByText('Try 14 days free')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Have a license key?' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Try/ })).toHaveCount(0);
});
