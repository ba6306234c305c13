// Automatic launch in the real window: the program starts three seconds after sign-in unless the
// user cancels.
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { test } from '../../support/electron-app.ts';
import { signIn } from '../../support/electron-steps.ts';

/** A program that creates a file when it has received its line. */
async function writeApp(home: string) {
  const file = path.join(home, 'protected.cjs');
  const started = path.join(home, 'started');
  const script = `process.stdin.on('data', () => require('node:fs').writeFileSync(${JSON.stringify(started)}, ''));`;
  await writeFile(file, script);
  return { started, config: { launchWhenSignedIn: true, launch: { args: [file] } } };
}

test('launches the program automatically after sign-in', async ({ open, service, home }) => {
  const user = await service.addUser({ username: 'anna' });
  const { started, config } = await writeApp(home);
  const { page } = await open({ config });
  await signIn(page, user);
  await expect(page.getByText(/Launches automatically in 0:0[0-3]\./)).toBeVisible();
  expect(existsSync(started)).toBe(false);
  await expect.poll(() => existsSync(started)).toBe(true);
});

test('does not launch automatically after Cancel, and Launch still works', async ({
  open,
  service,
  home,
}) => {
  const user = await service.addUser({ username: 'anna' });
  const { started, config } = await writeApp(home);
  const { page } = await open({ config });
  await signIn(page, user);
  await page.getByRole('button', { name: english.waiting.cancel }).click();
  await expect(page.getByText(/Launches automatically in 0/)).toHaveCount(0);
  expect(existsSync(started)).toBe(false);
  await page.getByRole('button', { name: english.ready.launch }).click();
  await expect.poll(() => existsSync(started)).toBe(true);
});
