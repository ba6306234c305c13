// User actions in the loader's window. Controls are found by their visible texts.
import { expect, type Page } from '@playwright/test';
import { english } from '../../src/copy/en/window.ts';
import { brandName } from './electron-app.ts';

export interface SignInWith {
  readonly username: string;
  readonly password: string;
}

export async function fillSignIn(page: Page, { username, password }: SignInWith): Promise<void> {
  await page.getByLabel(english.signIn.username).fill(username);
  await page.getByLabel(english.password.label, { exact: true }).fill(password);
}

export async function signIn(page: Page, user: SignInWith): Promise<void> {
  await fillSignIn(page, user);
  await page.keyboard.press('Enter');
}

/** Resolves when a launched app has ended: the launch is announced, and Launch is back. */
export async function awaitAppEnd(page: Page): Promise<void> {
  await expect(page.getByRole('status')).toHaveText(`${brandName} is running`);
  await expect(page.getByRole('button', { name: english.ready.launch, exact: true })).toBeVisible();
}
