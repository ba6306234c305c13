// User actions in the loader's window. Controls are found by their visible texts.
import type { Page } from '@playwright/test';
import { english } from '../../src/copy/en/window.ts';

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
