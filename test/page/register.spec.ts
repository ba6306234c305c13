// A new account of a customer, in a browser.
import { expect, sheet, test } from './customer-page.ts';

test('creates an account with a key, after a wrong key and a taken name @main', async ({
  page,
  customer,
  service,
}) => {
  await service.addUser({ username: 'anna' });
  const key = await service.addLicense({ days: 30 });
  await customer.open();
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page.getByLabel('License key')).toBeFocused();
  await customer.expectAccessible([320, 1400]);
  await customer.picture('register');
  const submit = page.getByRole('button', { name: 'Create account' });
  await page.getByLabel('License key').fill('NO-SUCH-KEY');
  await page.getByLabel('User name').fill('anna');
  await page.getByLabel('Password', { exact: true }).fill('a good password');
  await submit.click();
  await expect(page.getByRole('alert')).toContainText('This key is not valid.');
  await page.getByLabel('License key').fill(key);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('This user name is taken. Choose another one.');
  await page.getByLabel('User name').fill('berta');
  await page.getByLabel('E-mail (optional)').fill('berta@example.com');
  await submit.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Signed in as berta');
  await expect(sheet(page, 'Subscriptions')).toContainText('Active until');
});

test('an account whose answer was lost is opened by the next try', async ({
  page,
  customer,
  service,
}) => {
  const key = await service.addLicense({ days: 30 });
  await customer.open();
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByLabel('License key').fill(key);
  await page.getByLabel('User name').fill('berta');
  await page.getByLabel('Password', { exact: true }).fill('a good password');
  await page.route('**/api/register', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('alert')).toContainText('cannot be reached');
  await page.unroute('**/api/register');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Signed in as berta');
});
