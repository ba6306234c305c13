// A link for a new password, which requires the mail settings of the service.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deskFolder } from '../../packages/service/src/http/browser/page-files.ts';
import { startTestService, type TestService } from '../../packages/service/test/support/service.ts';
import { expect, test as base } from './desk-page.ts';
import { addUsers, chooseAction, signInAs } from './users-parts.ts';

const test = base.extend<object, { readonly service: TestService }>({
  service: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'latchkey-desk-'));
      const smtpFile = join(folder, 'smtp.json');
      const settings = {
        url: 'smtp://127.0.0.1:9',
        from: 'no-reply@example.org',
        publicUrl: 'https://license.example.org',
      };
      await writeFile(smtpFile, JSON.stringify(settings), { mode: 0o600 });
      const service = await startTestService({
        deskFolder,
        smtpFile,
        requestsPerMinute: 1_000_000,
      });
      await use(service);
      await service.close();
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
});

test('creates a link with which the user chooses a password @main', async ({
  page,
  desk,
  owner,
  service,
  shop,
}) => {
  await addUsers(shop, 'anna', 'berta');
  await desk.signIn(owner, 'users', 'anna');
  await chooseAction(page, 'New password link');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const shown = page.getByRole('group', { name: 'Password link' }).locator('code');
  const link = await shown.innerText();
  expect(link).toMatch(/^https:\/\/license\.example\.org\/reset\?token=/);
  expect(await signInAs(shop, 'anna')).toBe('ok');
  const pass = 'chosen by anna';
  const changed = await fetch(service.url + new URL(link).pathname, {
    method: 'POST',
    body: new URLSearchParams({ token: link.replace(/.*=/, ''), pass, again: pass }),
  });
  expect(changed.status).toBe(200);
  expect(await signInAs(shop, 'anna', { pass })).toBe('ok');
  expect(await signInAs(shop, 'berta')).toBe('ok');
  await desk.expectAccessible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(link)).toHaveCount(0);
});

base('says why there is no link without mail settings', async ({ page, desk, owner, shop }) => {
  await addUsers(shop, 'anna');
  await desk.signIn(owner, 'users', 'anna');
  await chooseAction(page, 'New password link');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The service has no mail settings');
});
