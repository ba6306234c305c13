// How the page looks and what it loads: languages, sizes, colours, bytes, and hostile texts.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pageFolder } from '../../packages/service/src/http/browser/page-files.ts';
import { addLoader } from './add-loader.ts';
import { expect, fillSignIn, sheet, test } from './customer-page.ts';

const limits = { '.js': 90_000, '.css': 12_000 } as const;

test('is accessible from 320 to 1 600 pixels, light and dark @main', async ({
  page,
  customer,
  service,
}) => {
  const anna = await service.addUser({ username: 'anna' });
  const key = await service.addLicense({ days: 30 });
  await customer.addComputer('anna', 'Studio computer with a name that is quite long', 'macOS 16');
  await customer.open();
  await customer.expectAccessible([320, 375, 768, 1600]);
  await customer.picture('sign-in');
  await customer.signIn(anna);
  await page.getByRole('textbox', { name: 'License key' }).fill(key);
  await page.getByRole('button', { name: 'Redeem' }).click();
  await page.getByRole('alert').waitFor();
  await customer.expectAccessible([320, 375, 768, 1600]);
  // The bar is as high as its buttons.
  const bar = await page.getByRole('banner').boundingBox();
  const signOut = await page.getByRole('button', { name: 'Sign out', exact: true }).boundingBox();
  expect(bar?.height).toBeGreaterThan(signOut?.height ?? 0);
  for (const [width, colorScheme] of [
    [400, 'light'],
    [400, 'dark'],
    [1400, 'light'],
    [1400, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 1000 });
    await page.emulateMedia({ colorScheme });
    await customer.picture(`owned-${width}-${colorScheme}`);
  }
});

test('speaks German, and remembers the choice', async ({ page, customer, service }) => {
  const anna = await service.addUser({ username: 'anna' });
  await customer.open();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anmelden');
  await page.reload();
  await page.getByLabel('Name oder E-Mail').fill('anna');
  await page.getByLabel('Passwort', { exact: true }).fill(anna.password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Abonnements' })).toBeVisible();
  await customer.expectAccessible([320]);
  await customer.picture('german');
});

test('loads few bytes, once, and only from the service', async ({ page, customer, service }) => {
  const anna = await service.addUser({ username: 'anna' });
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await customer.open();
  for (const [extension, limit] of Object.entries(limits)) {
    const files = loaded.filter((url) => url.endsWith(extension)).map((url) => basename(url));
    const bytes = files
      .map((name) => gzipSync(readFileSync(join(pageFolder, 'assets', name))).length)
      .reduce((sum, size) => sum + size, 0);
    expect(new Set(files).size).toBe(files.length);
    expect(bytes, files.join()).toBeGreaterThan(1000);
    expect(bytes, files.join()).toBeLessThan(limit);
  }
  await fillSignIn(page, 'anna', anna.password);
  await page.getByRole('heading', { name: 'Subscriptions' }).waitFor();
  for (const url of loaded) expect(new URL(url).origin).toBe(service.url);
});

test('an unknown page says so', async ({ page, customer, service }) => {
  await page.goto(`${service.url}/my/no-such-page`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no page here');
  await customer.expectAccessible([320]);
});

test('shows hostile names as texts, and no other page can frame it', async ({
  page,
  customer,
  service,
}) => {
  const mark = `"'><img src="data:," onerror="globalThis.xss=1">`;
  const anna = await service.addUser({ username: mark });
  await customer.addComputer(mark, mark, mark);
  await service.database.updateTable('plans').set({ name: mark }).execute();
  await service.database
    .updateTable('applications')
    .set({ name: mark, accountMails: 1 })
    .where('ownerid', '=', service.app.ownerid)
    .execute();
  const announcement = { title: mark, text: mark, date: mark, url: 'javascript:alert(1)' };
  await service.addVariable('announcement', JSON.stringify(announcement), true);
  await addLoader(service, mark, mark, Buffer.from('loader'));
  await customer.signIn(anna);
  // Control: the texts are on the page.
  await expect(page.getByText(mark).first()).toBeVisible();
  await expect(sheet(page, 'Downloads').getByText(mark).first()).toBeVisible();
  await expect(page.locator('a[href^="javascript"]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await page.evaluate(() => 'xss' in globalThis)).toBe(false);
  expect(await page.locator('img').count()).toBe(0);
  const other = await page.context().newPage();
  await other.setContent(`<iframe src="${customer.url}"></iframe>`);
  await expect.poll(() => other.frames()[1]?.url()).toMatch(/^chrome-error:/);
  // Control: outside of a frame, the page opens.
  await customer.open();
});
