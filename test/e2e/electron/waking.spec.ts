// Checks on wake and focus in the real window with the real service: a ban appears when the
// computer wakes up, and a renewal when the window regains focus. The next periodic check would be
// an hour later.
import { expect } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { fill } from '../../../src/copy/sentences.ts';
import { test } from '../../support/electron-app.ts';
import { signIn } from '../../support/electron-steps.ts';
import type { TestService } from '../../../packages/service/test/support/service.ts';
import { isReady } from './remember-steps.ts';

async function asSeller({ url, app }: TestService, parameters: Record<string, string>) {
  const query = new URLSearchParams({ sellerkey: app.sellerkey, ...parameters });
  const response = await fetch(`${url}/api/seller/?${query.toString()}`);
  expect(await response.json()).toMatchObject({ success: true });
}

test('shows a ban when the computer wakes up', async ({ open, service }) => {
  const user = await service.addUser({ username: 'anna' });
  const { app, page } = await open({ config: { checkSeconds: 3600 } });
  await signIn(page, user);
  await isReady(page);
  await asSeller(service, { type: 'banuser', user: 'anna', reason: 'Shared the account' });
  await isReady(page);
  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'));
  await expect(page.getByText('Shared the account')).toBeVisible();
});

test('shows a renewal when the window regains focus', async ({ open, service, picture }) => {
  const user = await service.addUser({ username: 'anna', subscription: { days: 2 } });
  const links = { renew: 'https://shop.example/renew' };
  const { app, page } = await open({ config: { checkSeconds: 3600, links } });
  await app.evaluate(({ shell }) => {
    shell.openExternal = () => Promise.resolve();
  });
  await signIn(page, user);
  await isReady(page);
  const renew = fill(english.links.renew, { host: 'shop.example' });
  await page.getByRole('button', { name: renew }).first().click();
  await asSeller(service, { type: 'extend', user: 'anna', sub: 'Pro', expiry: '30' });
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(page.locator('.notice').getByText(/^Thank you, active until/)).toBeVisible({
      timeout: 1000,
    });
  }).toPass({ timeout: 20_000 });
  await picture(page, 'renewed');
});
