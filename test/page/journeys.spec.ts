// What customers do on a phone: sign in, redeem, free a computer, find a key, and leave.
import { expect, fillSignIn, renewUrl, sheet, test } from './customer-page.ts';

test('signs in, redeems a key with its receipt, and shows it whole @main', async ({
  page,
  customer,
  service,
}) => {
  const anna = await service.addUser({ username: 'anna', subscription: 'expired' });
  const key = await service.addLicense({ days: 30 });
  await customer.open();
  await fillSignIn(page, 'anna', 'wrong');
  await expect(page.getByRole('alert')).toHaveText('Wrong name, e-mail or password.');
  await customer.signIn(anna);
  const subscriptions = sheet(page, 'Subscriptions');
  await expect(subscriptions).toContainText('Ended');
  await expect(subscriptions.getByRole('link', { name: 'Renew' })).toHaveAttribute(
    'href',
    renewUrl,
  );
  const redeem = sheet(page, 'Redeem a key');
  await redeem.getByLabel('License key').fill('NO-SUCH-KEY');
  await redeem.getByRole('button', { name: 'Redeem' }).click();
  await expect(redeem.getByRole('alert')).toContainText('This key is not valid');
  await redeem.getByLabel('License key').fill(key);
  await redeem.getByRole('button', { name: 'Redeem' }).click();
  await expect(redeem.getByRole('alert').last()).toContainText('30 days of Pro added');
  await expect(subscriptions).toContainText('Active until');
  const keys = sheet(page, 'License keys');
  await expect(keys).toContainText(`****${key.slice(-4)}`);
  expect(await page.content()).not.toContain(key);
  await keys.getByRole('button', { name: 'Show whole keys' }).click();
  await expect(keys).toContainText(key);
  await keys.getByRole('button', { name: 'Hide keys' }).click();
  expect(await page.content()).not.toContain(key);
});

test('a refusal of one form does not stay at another', async ({ page, customer, service }) => {
  await service.addUser({ username: 'anna' });
  await customer.open();
  await fillSignIn(page, 'anna', 'wrong');
  await expect(page.getByRole('alert')).toHaveText('Wrong name, e-mail or password.');
  await page.getByRole('button', { name: 'Sign in with a key' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('renames a computer, and frees a dead one @main', async ({ page, customer, service }) => {
  const anna = await service.addUser({ username: 'anna' });
  await customer.addComputer('anna', 'Old laptop');
  await customer.signIn(anna);
  const computers = sheet(page, 'Computers');
  await expect(computers).toContainText('1 of 1 in use');
  await computers.getByRole('button', { name: 'Rename Old laptop' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename this computer' });
  await renaming.getByLabel('Name').fill('Stolen laptop');
  await renaming.getByRole('button', { name: 'Save' }).click();
  await computers.getByRole('button', { name: 'Remove Stolen laptop' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Stolen laptop?' });
  await customer.expectAccessible([320]);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(computers).toContainText('0 of 1 in use');
  await expect(computers).toContainText('You can remove 2 computers now.');
  await expect(page.getByRole('status')).toContainText('Computer removed');
  await expect(sheet(page, 'Recent changes')).toContainText('Stolen laptop');
});

test('numbers computers of the same name', async ({ page, customer, service }) => {
  const anna = await service.addUser({ username: 'anna' });
  await customer.addComputer('anna', 'Laptop');
  await customer.addComputer('anna', 'Laptop', 'macOS 16');
  await customer.signIn(anna);
  const computers = sheet(page, 'Computers');
  await expect(computers.getByRole('button', { name: 'Remove Laptop', exact: true })).toBeVisible();
  await expect(computers.getByRole('button', { name: 'Remove Laptop (2)' })).toBeVisible();
});

test('says until when a computer works offline before it is removed', async ({
  page,
  customer,
  service,
}) => {
  const anna = await service.addUser({ username: 'anna' });
  await customer.addComputer('anna', 'Laptop');
  const { userId, hwid } = await service.database
    .selectFrom('devices')
    .select(['userId', 'hwid'])
    .executeTakeFirstOrThrow();
  const now = Math.floor(Date.now() / 1000);
  await service.database
    .insertInto('offlinePasses')
    .values({ userId, hwid, endsAt: now + 86_400, seatHeld: 0, sequence: 1 })
    .execute();
  await customer.signIn(anna);
  const computers = sheet(page, 'Computers');
  await expect(computers).toContainText('Works offline until');
  await computers.getByRole('button', { name: 'Remove Laptop' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Laptop?' });
  await expect(dialog).toContainText('It works offline until');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('status')).toContainText('Its seat is free on');
  await expect(computers).toContainText('A removed computer works offline until');
});

test('asks for a code, and signs in with it', async ({ page, customer, service }) => {
  const theo = await service.addUser({ username: 'theo', totp: true });
  await customer.open();
  await fillSignIn(page, 'theo', theo.password);
  const code = page.getByLabel('One-time code or recovery code');
  await code.fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toHaveText('This code is wrong or was already used.');
  await customer.expectAccessible([320]);
  await code.fill(service.totpCode(theo.totpSecret ?? ''));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Signed in as theo');
});

test('signs in with a key alone, and shows four characters of it', async ({
  page,
  customer,
  service,
}) => {
  const key = await service.addLicense({ days: 30 });
  await customer.open();
  await page.getByRole('button', { name: 'Sign in with a key' }).click();
  await page.getByLabel('License key').fill(key);
  const submit = page.getByRole('button', { name: 'Sign in', exact: true });
  await submit.click();
  await expect(page.getByRole('alert')).toContainText('This key is not an account.');
  await service.addUser({ username: key, password: key });
  await service.database.updateTable('users').set({ nameIsKey: 1 }).execute();
  await submit.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Signed in as ****${key.slice(-4)}`,
  );
  expect(await page.content()).not.toContain(key);
});

test('a lost key and a forgotten password are asked for by mail @main', async ({
  page,
  customer,
}) => {
  await customer.open();
  await page.getByRole('button', { name: 'Lost your key?' }).click();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.getByLabel('E-mail').fill('buyer@example.com');
  await customer.expectAccessible([320]);
  await page.getByRole('button', { name: 'Send my keys' }).click();
  await expect(page.getByRole('alert')).toContainText('If this e-mail has orders');
  await page.getByRole('button', { name: 'Back to sign-in' }).click();
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(page.getByLabel('User name')).toBeFocused();
  await page.getByLabel('User name').fill('nobody');
  await page.getByLabel('E-mail').fill('buyer@example.com');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('alert')).toContainText('If name and e-mail match an account');
});

test('changes the password, signs out, and signs out everywhere', async ({
  page,
  customer,
  service,
}) => {
  const anna = await service.addUser({ username: 'anna' });
  await customer.signIn(anna);
  await sheet(page, 'Account').getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('Current password').fill(anna.password);
  await dialog.getByLabel('New password').fill('a new good password');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(sheet(page, 'Recent changes')).toContainText('Password changed');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await customer.signIn({ ...anna, password: 'a new good password' });
  await sheet(page, 'Signed in at').getByRole('button', { name: 'Sign out everywhere' }).click();
  const everywhere = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  await everywhere.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  expect(await service.database.selectFrom('sessions').selectAll().execute()).toEqual([]);
});

test('a session that has ended leads to the sign-in, and says so', async ({
  page,
  customer,
  service,
}) => {
  await customer.signIn(await service.addUser({ username: 'anna' }));
  await service.database.deleteFrom('sessions').execute();
  await sheet(page, 'License keys').waitFor();
  await sheet(page, 'Redeem a key').getByLabel('License key').fill('ANY');
  await page.getByRole('button', { name: 'Redeem' }).click();
  await expect(page.getByText('Your session has ended. Sign in again.')).toBeVisible();
});
