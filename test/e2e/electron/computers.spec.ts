// A dead computer in the real window: three clicks from the form to the signed-in user.
import { expect } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { test } from '../../support/electron-app.ts';
import { sellerOf } from '../../../packages/service/test/support/seller-client.ts';
import { startTestService } from '../../../packages/service/test/support/service.ts';

test('replaces a dead computer and shows the new one in the settings', async ({
  open,
  picture,
}) => {
  const service = await startTestService();
  const user = await service.addUser({ username: 'anna' });
  await service.bindDevice('anna', 'd'.repeat(64));
  await sellerOf(service)('updatesettings', { resets: '2', sessions: '1' });
  const { page } = await open({ service });
  await page.getByLabel(english.signIn.username).fill(user.username);
  await page.getByLabel(english.password.label, { exact: true }).fill(user.password);
  await page.getByRole('button', { name: english.signIn.submit, exact: true }).click();
  const remove = page.getByRole('button', { name: 'Remove Unnamed computer' });
  await remove.waitFor();
  await picture(page, 'replace-computer');
  await remove.click();
  await page.getByRole('button', { name: english.removal.confirm }).click();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: english.settings.title }).click();
  await page.getByRole('button', { name: english.settings.pages.computers }).click();
  const computers = page.getByRole('region', { name: english.computers.title });
  await expect(computers.getByRole('listitem')).toHaveCount(1);
  await expect(computers).toContainText(english.computers.current);
  await page.getByRole('button', { name: english.settings.pages.security }).click();
  const sessions = page.getByRole('region', { name: english.sessions.title });
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await service.close();
});
