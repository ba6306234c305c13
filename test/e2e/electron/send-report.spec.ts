// "Send this to" in the real window: the seller's log has exactly the line that was shown.
import { expect } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { test } from '../../support/electron-app.ts';
import { signIn } from '../../support/electron-steps.ts';
import { sellerOf } from '../../../packages/service/test/support/seller-client.ts';
import { startTestService } from '../../../packages/service/test/support/service.ts';

const copy = english.sendReport;

test('sends the seller exactly the report that is shown', async ({ open, picture }) => {
  const service = await startTestService();
  const user = await service.addUser({ username: 'anna' });
  await service.bindDevice('anna', 'd'.repeat(64));
  const { page } = await open({ service, config: { supportLog: true } });
  await signIn(page, user);
  await page.getByRole('button', { name: 'Send this to' }).click();
  const shown = await page.getByRole('dialog').locator('.quoted').textContent();
  expect(shown).toMatch(/^Support code [0-9A-F]{4}-[0-9A-F]{4}, failure wrong-device, loader /);
  await picture(page, 'send-report');
  const logged = async () => (await sellerOf(service)('fetchalllogs')).body['logs'];
  expect(await logged()).toEqual([]);
  await page.getByRole('button', { name: copy.send, exact: true }).click();
  await expect(page.locator('main').getByText(/^Sent to .* on/)).toBeVisible();
  expect(await logged()).toMatchObject([{ logdata: shown, credential: null }]);
  await service.close();
});
