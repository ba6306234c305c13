// Service outages: reported as such, never as wrong credentials, and resolved by trying again.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startTestService } from '../../../packages/service/test/support/service.ts';
import { expect, heading, launchButton, signIn, test as base } from './preview.ts';

const test = base.extend<{ dataFolder: string }>({
  // oxlint-disable-next-line no-empty-pattern
  dataFolder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-service-down-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
});

const portOf = ({ url }: { readonly url: string }) => Number(new URL(url).port);

test('reports an outage at sign-in and signs in on retry', async ({
  page: loader,
  startPreview,
  dataFolder,
}) => {
  const first = await startTestService({ dataFolder });
  const user = await first.addUser();
  const { url } = await startPreview(first);
  await loader.goto(url);
  await expect(heading(loader, 'Sign in')).toBeVisible();
  await first.close();

  await signIn(loader, user);
  await expect(heading(loader, "The service isn't answering")).toBeVisible();
  await expect(loader.getByText('Incorrect')).toHaveCount(0);

  const again = await startTestService({ dataFolder, port: portOf(first) });
  await loader.getByRole('button', { name: 'Try again' }).click();
  await expect(launchButton(loader)).toBeVisible();
  await again.close();
});

test('reports an outage at start and shows the form on retry', async ({
  page: loader,
  startPreview,
  dataFolder,
}) => {
  const first = await startTestService({ dataFolder });
  const user = await first.addUser();
  await first.close();
  const { url } = await startPreview(first);
  await loader.goto(url);
  await expect(heading(loader, "The service isn't answering")).toBeVisible();

  const again = await startTestService({ dataFolder, port: portOf(first) });
  await loader.getByRole('button', { name: 'Try again' }).click();
  await signIn(loader, user);
  await expect(launchButton(loader)).toBeVisible();
  await again.close();
});

test('resumes the session after an outage', async ({ page: loader, startPreview, dataFolder }) => {
  const first = await startTestService({ dataFolder });
  const user = await first.addUser();
  const { url } = await startPreview(first);
  await loader.goto(url);
  await signIn(loader, user);
  await expect(launchButton(loader)).toBeVisible();
  await first.close();
  await redeemWhileAway(loader);

  const again = await startTestService({ dataFolder, port: portOf(first) });
  const key = await again.addLicense({ days: 30 });
  await loader.getByLabel('License key').fill(key);
  await loader.getByRole('button', { name: 'Redeem', exact: true }).click();
  await expect(heading(loader, /added$|^Key redeemed$/)).toBeVisible();
  await again.close();
});

/** Submits the form during the outage: it keeps the input and reports the failure. */
async function redeemWhileAway(loader: Page): Promise<void> {
  await loader.getByRole('button', { name: 'Redeem a key' }).click();
  await loader.getByLabel('License key').fill('SOME-KEY');
  await loader.getByRole('button', { name: 'Redeem', exact: true }).click();
  await expect(loader.getByRole('alert')).toContainText("The service isn't answering");
  await expect(loader.getByLabel('License key')).toHaveValue('SOME-KEY');
}
