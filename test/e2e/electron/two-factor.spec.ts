// Two-factor sign-in in the real window with the real service: turned on with the scanned QR code,
// used, and turned off. Each step is checked in the database, and other accounts stay unchanged.
import { writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { test, type OpenLoader } from '../../support/electron-app.ts';
import { signIn } from '../../support/electron-steps.ts';
import { leaveSettings, openSettings } from '../../gallery/picture.ts';
import { scanQr } from '../../support/scan-qr.ts';
import {
  startTestService,
  type TestService,
} from '../../../packages/service/test/support/service.ts';
import { isReady, signOut } from './remember-steps.ts';

const { code, twoFactor, twoFactorOutcomes } = english;
const stepMs = 30_000;

async function type(page: Page, digits: string): Promise<void> {
  await page.getByLabel(code.label).fill(digits);
}

const chip = (page: Page, state: 'on' | 'off' | 'unknown') =>
  page.locator('main').getByText(twoFactor.states[state].chip, { exact: true });

/** Whether the database has a TOTP secret for the user. */
async function isOn(service: TestService, username: string): Promise<boolean> {
  const row = await service.database
    .selectFrom('users')
    .select('totpSecret')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return row.totpSecret !== null;
}

function zoom({ app }: OpenLoader, factor: number): Promise<void> {
  return app.evaluate(({ BrowserWindow }, wanted) => {
    BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(wanted);
  }, factor);
}

/**
 * Captures the window, because the driver's screenshots ignore zoom. Saves the picture for review.
 */
async function shoot({ app }: OpenLoader, name: string): Promise<Buffer> {
  const text = await app.evaluate(async ({ BrowserWindow }) => {
    const image = await BrowserWindow.getAllWindows()[0]?.webContents.capturePage();
    return image?.toPNG().toString('base64') ?? '';
  });
  const png = Buffer.from(text, 'base64');
  await writeFile(`test-results/electron/${name}.png`, png);
  return png;
}

test('turns two-factor sign-in on, signs in with a code and turns it off @main', async ({
  open,
  picture,
}) => {
  const clock = { ms: Date.now() };
  const service = await startTestService({ now: () => clock.ms });
  const user = await service.addUser({ username: 'anna' });
  const bystander = await service.addUser({ username: 'bert' });
  const { page } = await open({ service });
  await signIn(page, user);
  await isReady(page);
  await openSettings(page, 'Security');
  await expect(chip(page, 'off')).toBeVisible();
  await page.getByRole('button', { name: twoFactor.turnOn }).click();
  await page.getByRole('button', { name: twoFactor.next }).waitFor();
  const read = new URL((await scanQr(page)) ?? '');
  const secret = read.searchParams.get('secret') ?? '';
  expect(secret).toMatch(/^[A-Z2-7]{40}$/);
  await picture(page, 'two-factor-offer');
  await page.getByRole('button', { name: twoFactor.next }).click();
  expect(await isOn(service, 'anna')).toBe(false);
  const right = service.totpCode(secret);
  await type(page, right === '000000' ? '111111' : '000000');
  await expect(page.getByRole('alert')).toContainText('incorrect');
  expect(await isOn(service, 'anna')).toBe(false);
  await type(page, right);
  await page.keyboard.press('Enter');
  await expect(
    page.locator('main').getByText(twoFactorOutcomes.on.title, { exact: true }),
  ).toBeVisible();
  await expect(chip(page, 'on')).toBeVisible();
  await picture(page, 'two-factor-on');
  expect(await isOn(service, 'anna')).toBe(true);
  expect(await isOn(service, 'bert')).toBe(false);

  await leaveSettings(page);
  await signOut(page, user);
  clock.ms += stepMs;
  await signIn(page, user);
  await type(page, service.totpCode(secret));
  await isReady(page);
  await openSettings(page, 'Security');
  await expect(chip(page, 'on')).toBeVisible();
  await page.getByRole('button', { name: twoFactor.turnOff }).click();
  clock.ms += stepMs;
  await type(page, service.totpCode(secret));
  await expect(
    page.locator('main').getByText(twoFactorOutcomes.off.title, { exact: true }),
  ).toBeVisible();
  await expect(chip(page, 'off')).toBeVisible();
  expect(await isOn(service, 'anna')).toBe(false);
  await leaveSettings(page);
  await signOut(page, user);
  await signIn(page, user);
  await isReady(page);
  await signOut(page, user);
  await signIn(page, bystander);
  await isReady(page);
  await service.close();
});

test('shows a scannable QR code at any theme and zoom, and stays off on Escape', async ({
  open,
  service,
}) => {
  const user = await service.addUser();
  const loader = await open();
  const { page } = loader;
  await signIn(page, user);
  await isReady(page);
  await openSettings(page, 'Security');
  await page.getByRole('button', { name: twoFactor.turnOn }).click();
  await page.getByRole('button', { name: twoFactor.next }).waitFor();
  for (const factor of [1, 2])
    for (const colorScheme of ['light', 'dark'] as const) {
      await zoom(loader, factor);
      await page.emulateMedia({ colorScheme });
      const name = `two-factor-qr-${colorScheme}-${String(factor)}00`;
      // The captured picture may be one frame behind.
      await expect
        .poll(() => scanQr(page, () => shoot(loader, name)))
        .toMatch(/^otpauth:\/\/totp\//);
    }
  await zoom(loader, 1);
  await page.keyboard.press('Escape');
  const left = page.locator('main').getByText(twoFactorOutcomes.left.title, { exact: true });
  await expect(left).toBeVisible();
  await expect(chip(page, 'off')).toBeVisible();
  expect(await isOn(service, user.username)).toBe(false);
});
