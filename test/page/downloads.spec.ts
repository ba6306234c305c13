// Packages of the loader and announcements, in a browser.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { noise } from '../support/noise.ts';
import { addLoader } from './add-loader.ts';
import { expect, sheet, test } from './customer-page.ts';

test('downloads the loader as one file @main', async ({ page, customer, service }) => {
  const content = noise(300_000, 5);
  await addLoader(service, 'linux-x64', 'northwind-1.2.0-linux-x86_64.AppImage', content);
  await addLoader(service, 'win32-x64', 'northwind-1.2.0-setup.exe', noise(200_000, 6));
  await customer.signIn(await service.addUser({ username: 'anna' }));
  const downloads = sheet(page, 'Downloads');
  await expect(downloads).toContainText('Linux (x64)');
  await expect(downloads).toContainText('Version 1.2.0, 0.3 MB');
  const sha256 = createHash('sha256').update(content).digest('hex');
  await expect(downloads).toContainText(sha256);
  await customer.expectAccessible([320, 1400]);
  const started = page.waitForEvent('download');
  await downloads.getByRole('button', { name: 'Download for Linux (x64)' }).click();
  const download = await started;
  expect(readFileSync(await download.path()).equals(content)).toBe(true);
  expect(download.suggestedFilename()).toMatch(/\.AppImage$/);
  await downloads.scrollIntoViewIfNeeded();
  await customer.picture('downloads');
});

test('a refused download leaves the page open, and an ended session shows the sign-in', async ({
  page,
  customer,
  service,
}) => {
  await addLoader(service, 'linux-x64', 'northwind.AppImage', noise(1000, 5));
  await customer.signIn(await service.addUser({ username: 'anna' }));
  const button = page.getByRole('button', { name: 'Download for Linux (x64)' });
  await page.route('**/api/downloads', async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replace(/download\/[^"]+/, 'download/expired');
    await route.fulfill({ response, body: text });
  });
  const started = page.waitForEvent('download');
  await button.click();
  expect(await (await started).failure()).not.toBeNull();
  await page.unroute('**/api/downloads');
  await service.database.deleteFrom('sessions').execute();
  await button.click();
  await expect(page.getByText('Your session has ended. Sign in again.')).toBeVisible();
});

test('shows the announcement with its day and link', async ({ page, customer, service }) => {
  const announcement = {
    title: 'Maintenance on Sunday',
    text: '02:00 to 03:00. <b>You</b> can keep working.',
    date: '2026-11-24',
    url: 'https://northwind.example/status',
  };
  await service.addVariable('announcement', JSON.stringify(announcement), true);
  await customer.signIn(await service.addUser({ username: 'anna' }));
  await expect(page.getByText('Maintenance on Sunday')).toBeVisible();
  await expect(page.getByText('24 November 2026 · 02:00 to 03:00. <b>You</b>')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open northwind.example' })).toHaveAttribute(
    'href',
    announcement.url,
  );
  await customer.expectAccessible([320]);
});
