// The language of the real window: the choice persists across restarts, and the seller's default
// applies when the system language is not offered.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { german } from '../../../src/copy/de/window.ts';
import { english } from '../../../src/copy/en/window.ts';
import { test } from '../../support/electron-app.ts';

const kept = async (home: string): Promise<unknown> =>
  JSON.parse(await readFile(path.join(home, '.config/latchkey/state.json'), 'utf8'));

test('keeps the chosen language across restarts until it changes @main', async ({ open, home }) => {
  const first = await open();
  await expect(first.page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
  expect(first.page.url()).toContain('?language=en');
  await first.page.getByLabel(english.signIn.username).fill('anna');
  await first.page.getByLabel(english.footer.language).selectOption('de');
  await expect(first.page.getByRole('heading', { name: german.signIn.title })).toBeVisible();
  await expect(first.page.getByLabel(german.signIn.username)).toHaveValue('anna');
  // An immediate exit does not lose the choice.
  await first.close();
  expect(await kept(home)).toEqual({ v: 1, language: 'de' });

  const second = await open();
  await expect(second.page.getByRole('heading', { name: german.signIn.title })).toBeVisible();
  expect(second.page.url()).toContain('?language=de');
  await expect(second.page.locator('html')).toHaveAttribute('lang', 'de');
  await second.page.getByLabel(german.footer.language).selectOption('en');
  await expect(second.page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
  await second.close();
  expect(await kept(home)).toEqual({ v: 1, language: 'en' });
});

test('uses the seller default when the system prefers no offered language', async ({ open }) => {
  const { page } = await open({ config: { language: { default: 'de', offered: ['de'] } } });
  await expect(page.getByRole('heading', { name: german.signIn.title })).toBeVisible();
  await expect(page.getByLabel(german.footer.language)).toHaveCount(0);
});
