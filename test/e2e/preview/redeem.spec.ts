// Redeeming keys: signed out, without a subscription, and signed in. A redeem never signs a user
// in.
import type { Page } from '@playwright/test';
import { expect, heading, launchButton, paste, signIn, test } from './preview.ts';

/** Signed out: opens the redeem form through the key form. */
async function openWithKey(loader: Page, key: string): Promise<void> {
  await loader.getByRole('button', { name: 'Have a license key?' }).click();
  await loader.getByLabel('License key').fill(key);
  await loader.getByRole('button', { name: 'Redeem on your account' }).click();
  await expect(heading(loader, 'Redeem a key')).toBeVisible();
}

/** Signed in: opens the redeem form. */
async function openRedeem(loader: Page): Promise<void> {
  await loader.getByRole('button', { name: 'Redeem a key' }).click();
  await expect(heading(loader, 'Redeem a key')).toBeVisible();
}

async function redeem(loader: Page, key: string): Promise<void> {
  await loader.getByLabel('License key').fill(key);
  await loader.getByRole('button', { name: 'Redeem', exact: true }).click();
}

test('redeems a key when signed out and leads to the sign-in form', async ({ loader, service }) => {
  const user = await service.addUser({ subscription: 'none' });
  const key = await service.addLicense({ days: 30 });
  await openWithKey(loader, key);
  await loader.getByLabel('User name').fill(user.username);
  await redeem(loader, key);
  await expect(heading(loader, /added$|^Key redeemed$/)).toBeVisible();
  await expect(loader.getByText(user.username)).toBeVisible();
  await expect(heading(loader, '30 days added')).toBeVisible();
  await loader.getByRole('button', { name: 'Sign in' }).click();
  await expect(launchButton(loader)).toHaveCount(0);
  await signIn(loader, user);
  await expect(launchButton(loader)).toBeVisible();
});

test('redeems a key for an ended subscription and signs in automatically', async ({
  loader,
  service,
}) => {
  const user = await service.addUser({ subscription: 'expired' });
  const key = await service.addLicense({ days: 7 });
  await signIn(loader, user);
  await openRedeem(loader);
  await redeem(loader, key);
  await expect(heading(loader, /added$|^Key redeemed$/)).toBeVisible();
  await expect(launchButton(loader)).toBeVisible();
});

test('adds the time of a key when signed in, and recognizes the same key afterwards', async ({
  loader,
  service,
}) => {
  const user = await service.addUser({ subscription: { days: 30 } });
  const key = await service.addLicense({ days: 30 });
  await signIn(loader, user);
  await openRedeem(loader);
  await redeem(loader, key);
  await expect(heading(loader, /added$|^Key redeemed$/)).toBeVisible();
  await loader.getByRole('button', { name: 'Redeem another' }).click();
  await redeem(loader, key);
  await expect(heading(loader, "You've already redeemed this key")).toBeVisible();
  await expect(loader.getByRole('alert')).toHaveCount(0);
  await loader.getByRole('button', { name: 'Done' }).click();
  await expect(loader.getByText(/^until .* · 60 days left$/)).toBeVisible();
});

test('reports a key that another account used', async ({ loader, service }) => {
  const [first, second] = [await service.addUser(), await service.addUser()];
  const key = await service.addLicense({ days: 30 });
  await openWithKey(loader, key);
  await loader.getByLabel('User name').fill(first.username);
  await redeem(loader, key);
  await loader.getByRole('button', { name: 'Redeem another' }).click();
  await loader.getByLabel('User name').fill(second.username);
  await redeem(loader, key);
  await expect(loader.getByRole('alert')).toContainText('This key has already been used');
});

test('reports an unknown key, a banned key and an unknown account', async ({ loader, service }) => {
  const user = await service.addUser();
  const banned = await service.addLicense({ days: 30, banned: 'stolen' });
  const key = await service.addLicense({ days: 30 });
  await openWithKey(loader, key);
  await loader.getByLabel('User name').fill(user.username);
  await redeem(loader, 'NO-SUCH-KEY');
  await expect(loader.getByRole('alert')).toContainText("This key wasn't found");
  await redeem(loader, banned);
  await expect(loader.getByRole('alert')).toContainText('This key is banned');
  await loader.getByLabel('User name').fill('nobody-here');
  await redeem(loader, key);
  await expect(loader.getByRole('alert')).toContainText('No account has this user name');
});

test('accepts a key pasted with spaces, line breaks and quotation marks', async ({
  loader,
  service,
}) => {
  const user = await service.addUser({ subscription: 'none' });
  const key = await service.addLicense({ days: 30 });
  await openWithKey(loader, 'SOME-KEY');
  await loader.getByLabel('User name').fill(user.username);
  await loader.getByLabel('License key').fill('');
  await paste(loader, 'License key', `\n  "${key}"\u200b \r\n\n`);
  await expect(loader.getByLabel('License key')).toHaveValue(key);
  await loader.getByRole('button', { name: 'Redeem', exact: true }).click();
  await expect(heading(loader, /added$|^Key redeemed$/)).toBeVisible();
});
