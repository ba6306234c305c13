// Redeeming keys: signed out, with no subscription, and signed in. A redeem alone never signs anybody in.
import type { Page } from '@playwright/test';
import { expect, heading, launchButton, paste, signIn, test } from './preview.ts';

/** Signed out: through the door for keys, which wants the key first. */
async function openWithKey(loader: Page, key: string): Promise<void> {
  await loader.getByRole('button', { name: 'Redeem a key' }).click();
  await loader.getByLabel('License key').fill(key);
  await loader.getByRole('button', { name: 'Redeem on my account' }).click();
  await expect(heading(loader, 'Redeem a key')).toBeVisible();
}

async function openRedeem(loader: Page): Promise<void> {
  await loader.getByRole('button', { name: 'Redeem a key' }).click();
  await expect(heading(loader, 'Redeem a key')).toBeVisible();
}

async function redeem(loader: Page, key: string): Promise<void> {
  await loader.getByLabel('License key').fill(key);
  await loader.getByRole('button', { name: 'Redeem', exact: true }).click();
}

test('signed out: adds the key, shows a receipt, and leads to the sign-in form', async ({
  loader,
  service,
}) => {
  const user = await service.addUser({ subscription: 'none' });
  const key = await service.addLicense({ days: 30 });
  await openWithKey(loader, key);
  await loader.getByLabel('User name').fill(user.username);
  await redeem(loader, key);
  await expect(heading(loader, 'Key redeemed')).toBeVisible();
  await expect(loader.getByText(user.username)).toBeVisible();
  await expect(loader.getByText('Pro · 30 days')).toBeVisible();
  await loader.getByRole('button', { name: 'Sign in' }).click();
  await expect(launchButton(loader)).toHaveCount(0);
  await signIn(loader, user);
  await expect(launchButton(loader)).toBeVisible();
});

test('with no subscription: adds the key and goes on by itself', async ({ loader, service }) => {
  const user = await service.addUser({ subscription: 'expired' });
  const key = await service.addLicense({ days: 7 });
  await signIn(loader, user);
  await openRedeem(loader);
  await redeem(loader, key);
  await expect(heading(loader, 'Key redeemed')).toBeVisible();
  await expect(launchButton(loader)).toBeVisible();
});

test('signed in: adds the time, and says so when the key is used again', async ({
  loader,
  service,
}) => {
  const user = await service.addUser({ subscription: { days: 30 } });
  const key = await service.addLicense({ days: 30 });
  await signIn(loader, user);
  await openRedeem(loader);
  await redeem(loader, key);
  await expect(heading(loader, 'Key redeemed')).toBeVisible();
  await loader.getByRole('button', { name: 'Redeem another' }).click();
  await redeem(loader, key);
  await expect(heading(loader, "You've already redeemed this key")).toBeVisible();
  await expect(loader.getByRole('alert')).toHaveCount(0);
  await loader.getByRole('button', { name: 'Continue' }).click();
  await expect(loader.getByText(/^until .* · 60 days left$/)).toBeVisible();
});

test('says that somebody else used the key', async ({ loader, service }) => {
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

test('says that the key or the account is not known, or the key banned', async ({
  loader,
  service,
}) => {
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

test('takes a key that was pasted with spaces, line breaks and quotation marks', async ({
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
  await expect(heading(loader, 'Key redeemed')).toBeVisible();
});
