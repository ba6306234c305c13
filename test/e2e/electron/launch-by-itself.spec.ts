// Enter and go in the real window: the program runs three seconds after the sign-in, and Cancel leaves it alone.
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { test } from '../../support/electron-app.ts';
import { signIn } from '../../support/electron-steps.ts';

/** A program that leaves a file behind when it was started with its line. */
async function writeApp(home: string) {
  const file = path.join(home, 'protected.cjs');
  const started = path.join(home, 'started');
  const script = `process.stdin.on('data', () => require('node:fs').writeFileSync(${JSON.stringify(started)}, ''));`;
  await writeFile(file, script);
  return { started, config: { launchWhenSignedIn: true, launch: { args: [file] } } };
}

test('the program is launched by itself', async ({ open, service, home }) => {
  const user = await service.addUser({ username: 'anna' });
  const { started, config } = await writeApp(home);
  const { page } = await open({ config });
  await signIn(page, user);
  await expect(page.getByText(/Launches automatically in 0:0[0-3]\./)).toBeVisible();
  expect(existsSync(started)).toBe(false);
  await expect.poll(() => existsSync(started)).toBe(true);
});

test('Cancel leaves it alone, and Launch goes on working', async ({ open, service, home }) => {
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
