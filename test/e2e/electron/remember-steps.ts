// Steps that save a sign-in in the real window, and readers of its files.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { fill } from '../../../src/copy/sentences.ts';
import { fillSignIn, type SignInWith } from '../../support/electron-steps.ts';

export const isReady = (page: Page) =>
  expect(page.getByRole('button', { name: english.ready.launch })).toBeVisible();
export const isForm = (page: Page) =>
  expect(page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
export const dataFolder = (home: string) => path.join(home, '.config/latchkey');
export const savedSignInsFile = (home: string) => path.join(dataFolder(home), 'kept-sign-ins.json');
export const savedFileNames = async (home: string) =>
  (await readdir(dataFolder(home))).filter((name) => name.startsWith('kept-'));

export interface SavedSignInsFile {
  readonly v: number;
  readonly entries: readonly { readonly service: string; readonly sealed: string }[];
}

export async function savedSignInsIn(home: string): Promise<SavedSignInsFile> {
  return JSON.parse(await readFile(savedSignInsFile(home), 'utf8')) as SavedSignInsFile; // what the loader wrote
}

export async function signInAndRemember(page: Page, user: SignInWith): Promise<void> {
  await fillSignIn(page, user);
  await page.getByLabel(english.remember.label).check();
  await page.getByRole('button', { name: english.signIn.submit }).click();
}

/** Signs out and waits for the screen with `heading`. */
export async function signOut(
  page: Page,
  { username }: SignInWith,
  heading: string = english.signIn.title,
): Promise<void> {
  const account = fill(english.account.button, { name: username });
  await page.getByRole('button', { name: account }).click();
  await page.getByRole('menuitem', { name: english.account.signOut }).click();
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
}
