// A network that loses answers on kept-alive connections: Chromium retries such requests
// automatically. Requests that spend a key or a code use a separate connection, so that a service
// without replay protection gets them once.
import { expect } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { startCuttingProxy, type CuttingProxy } from '../../support/cutting-proxy.ts';
import { test } from '../../support/electron-app.ts';
import { signIn } from '../../support/electron-steps.ts';

let proxy: CuttingProxy | undefined;

test.afterEach(async () => {
  await proxy?.close();
});

// Without a challenge, our service has no replay protection.
for (const challenge of ['off', 'required'] as const)
  for (const method of ['GET', 'POST'] as const)
    test(`signs in with a code and redeems a key once over ${method} with challenge ${challenge}`, async ({
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
      await expect(page.getByRole('button', { name: english.ready.launch })).toBeVisible();
      await page.getByRole('button', { name: english.ready.redeem }).click();
      await page.getByLabel(english.redeem.key).fill(key);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: /added$|^Key redeemed$/ })).toBeVisible();
      expect(proxy.receivedTypes.filter((type) => type === 'upgrade')).toHaveLength(1);
      const licenses = await service.database.selectFrom('licenses').select('status').execute();
      expect(licenses).toEqual([{ status: 'used' }]);
      // The first sign-in, without a code, used the kept-alive connection and lost its answer; it
      // spends nothing.
      expect(proxy.receivedTypes.filter((type) => type === 'login').length).toBeGreaterThanOrEqual(
        2,
      );
    });
