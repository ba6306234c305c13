// A network that loses the answers of connections that it kept: Chromium sends the request again by itself. What spends a key or a
// code goes on a connection of its own, so that also a service that cannot tell repeats apart gets it once.
import { expect } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { startCuttingProxy, type CuttingProxy } from '../../support/cutting-proxy.ts';
import { test } from '../../support/electron-app.ts';
import { signIn } from '../../support/electron-steps.ts';

let proxy: CuttingProxy | undefined;

test.afterEach(async () => {
  await proxy?.close();
});

// Without a challenge our service is one that cannot.
for (const challenge of ['off', 'required'] as const)
  for (const method of ['GET', 'POST'] as const)
    test(`${method}, challenge ${challenge}: a code signs in and a key is redeemed, each sent once`, async ({
      open,
      service,
    }) => {
      proxy = await startCuttingProxy(service.url, ['login', 'upgrade']);
      const user = await service.addUser({ totp: true });
      const key = await service.addLicense({ days: 30 });
      const { page } = await open({
        config: { service: { baseUrl: proxy.url, challenge, method } },
      });
      await signIn(page, user);
      await page.getByLabel(english.code.label).fill(service.totpCode(user.totpSecret ?? ''));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: english.ready.launch })).toBeVisible();
      await page.getByRole('button', { name: english.ready.redeem }).click();
      await page.getByLabel(english.redeem.key).fill(key);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: english.receipt.title })).toBeVisible();
      expect(proxy.reached.filter((type) => type === 'upgrade')).toHaveLength(1);
      const licenses = await service.database.selectFrom('licenses').select('status').execute();
      expect(licenses).toEqual([{ status: 'used' }]);
      // The first sign-in, without a code, was on the kept connection, and its answer was lost: it spends nothing.
      expect(proxy.reached.filter((type) => type === 'login').length).toBeGreaterThanOrEqual(2);
    });
