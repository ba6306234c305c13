// Keys of a customer: redeemed, shown whole, and hidden again.
import { expect, sheet, test } from './customer-page.ts';

test('hides whole keys when another one is redeemed, because their order changes', async ({
  page,
  customer,
  service,
}) => {
  const anna = await service.addUser({ username: 'anna' });
  const [first, second] = [
    await service.addLicense({ days: 30 }),
    await service.addLicense({ days: 30 }),
  ];
  await customer.signIn(anna);
  const redeem = sheet(page, 'Redeem a key');
  const keys = sheet(page, 'License keys');
  const redeemKey = async (key: string) => {
    await redeem.getByLabel('License key').fill(key);
    await redeem.getByRole('button', { name: 'Redeem' }).click();
    await expect(keys).toContainText(`****${key.slice(-4)}`);
  };
  await redeemKey(first);
  await keys.getByRole('button', { name: 'Show whole keys' }).click();
  await expect(keys).toContainText(first);
  await redeem.getByLabel('License key').fill(second);
  await redeem.getByRole('button', { name: 'Redeem' }).click();
  await expect(keys.getByRole('listitem')).toHaveCount(2);
  await expect(keys).not.toContainText(first);
});

test('a key that is refused can be redeemed once the seller has mended it', async ({
  page,
  customer,
  service,
}) => {
  const anna = await service.addUser({ username: 'anna' });
  const key = await service.addLicense({ days: 30, level: '7' });
  await customer.signIn(anna);
  const redeem = sheet(page, 'Redeem a key');
  await redeem.getByLabel('License key').fill(key);
  await redeem.getByRole('button', { name: 'Redeem' }).click();
  await expect(redeem.getByRole('alert')).toContainText('has no subscription yet');
  await service.database.updateTable('licenses').set({ level: '1' }).execute();
  await redeem.getByRole('button', { name: 'Redeem' }).click();
  await expect(redeem.getByRole('alert').last()).toContainText('of Pro added');
});

test('asks for the password before whole keys, five minutes after the sign-in', async ({
  page,
  customer,
  service,
}) => {
  const anna = await service.addUser({ username: 'anna' });
  const key = await service.addLicense({ days: 30 });
  await customer.signIn(anna);
  const redeem = sheet(page, 'Redeem a key');
  await redeem.getByLabel('License key').fill(key);
  await redeem.getByRole('button', { name: 'Redeem' }).click();
  await expect(redeem.getByRole('alert')).toBeVisible();
  const old = Math.floor(Date.now() / 1000) - 400;
  await service.database.updateTable('sessions').set({ signedInAt: old }).execute();
  const keys = sheet(page, 'License keys');
  await keys.getByRole('button', { name: 'Show whole keys' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter your password again' });
  await dialog.getByLabel('Password', { exact: true }).fill('wrong');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Wrong name, e-mail or password.');
  await customer.expectAccessible([320]);
  await dialog.getByLabel('Password', { exact: true }).fill(anna.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(keys).toContainText(key);
  await expect(dialog).toBeHidden();
});
