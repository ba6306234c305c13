// The data of a customer: downloaded, and deleted in two steps.
import { readFileSync } from 'node:fs';
import { expect, renewUrl, sheet, test } from './customer-page.ts';

test('downloads everything about the customer @main', async ({ page, customer, service }) => {
  await customer.signIn(await service.addUser({ username: 'anna' }));
  const started = page.waitForEvent('download');
  await sheet(page, 'Your data').getByRole('button', { name: 'Download my data' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe('my-data.json');
  expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({
    account: [{ username: 'anna' }],
  });
});

test('deletes the account in two steps, and takes it back @main', async ({
  page,
  customer,
  service,
}) => {
  const anna = await service.addUser({ username: 'anna' });
  await customer.signIn(anna);
  const remove = sheet(page, 'Your data').getByRole('button', { name: 'Delete my account' });
  await remove.click();
  const first = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(first).toContainText('A subscription at a shop continues.');
  await expect(first.getByRole('link', { name: 'Open the shop' })).toHaveAttribute(
    'href',
    renewUrl,
  );
  await customer.expectAccessible([320, 1400]);
  await customer.picture('delete');
  // Cancel has the focus.
  await page.keyboard.press('Escape');
  await remove.click();
  await first.getByRole('button', { name: 'Continue' }).click();
  const signedInAt = Math.floor(Date.now() / 1000) - 400;
  await service.database.updateTable('sessions').set({ signedInAt }).execute();
  const sure = page.getByRole('dialog', { name: /^Delete everything on/ });
  await sure.getByRole('button', { name: 'Delete my account' }).click();
  const again = page.getByRole('dialog', { name: 'Enter your password again' });
  await again.getByLabel('Password', { exact: true }).fill(anna.password);
  await again.getByRole('button', { name: 'Continue' }).click();
  const pending = page.getByRole('alert').filter({ hasText: 'Your account will be deleted on' });
  await expect(pending).toBeVisible();
  await customer.expectAccessible([320, 1400]);
  await customer.picture('deletion-pending');
  await expect(remove).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(pending).toHaveCount(0);
  await expect(sheet(page, 'Recent changes')).toContainText('Deletion of the account cancelled');
});

test('a session that ended elsewhere deletes nothing', async ({ page, customer, service }) => {
  await customer.signIn(await service.addUser({ username: 'anna' }));
  await sheet(page, 'Your data').getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await service.database.deleteFrom('sessions').execute();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('Your session has ended. Sign in again.')).toBeVisible();
});
