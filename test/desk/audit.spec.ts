// The audit log, and the log lines of programs.
import { expect, test } from './desk-page.ts';

test('shows who changed what, and finds it @main', async ({
  page,
  desk,
  owner,
  manager,
  seller,
}) => {
  const mia = await manager(['support']);
  await seller('adduser', { user: 'anna', sub: 'Pro', expiry: '1' });
  await seller('banuser', { user: 'anna', reason: 'Chargeback' });
  await desk.signIn(mia, 'audit');
  await expect(page.getByRole('row').filter({ hasText: 'banuser' })).toContainText('user=anna');
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await page.context().clearCookies();

  await desk.signIn(owner, 'audit');
  const rows = page.getByRole('row').filter({ hasText: 'fetchauditlog' });
  await expect(page.getByText('The own seller key banned the user anna: Chargeback')).toBeVisible();
  await expect(rows).toHaveCount(0);
  await page.getByRole('radio', { name: 'With reads' }).check();
  await expect(rows.first()).toBeVisible();
  await page.getByLabel('Who').selectOption(mia.name);
  await expect(page.getByRole('row').filter({ hasText: 'banuser' })).toHaveCount(0);
  await expect(rows.first()).toContainText(mia.name);
  await page.getByLabel('Who').selectOption('Everyone');
  await page.getByRole('searchbox', { name: 'Search the details' }).fill('Chargeback');
  await expect(page.getByRole('row').filter({ hasText: 'banuser' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'adduser' })).toHaveCount(0);
  await desk.expectAccessible();
  await desk.picture('audit');
});

test('deletes the audit log after naming the number of rows', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  await seller('adduser', { user: 'anna', sub: 'Pro', expiry: '1' });
  await desk.signIn(owner, 'audit');
  await page.getByRole('button', { name: 'Delete the audit log' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete \d+ entries$/ })
    .click();
  await expect(page.getByText(/entries deleted$/)).toBeVisible();
  const { auditlog } = await seller('fetchauditlog', { changes: '1' });
  expect(auditlog).toMatchObject([{ type: 'delauditlog' }]);
});
