// What a user does in the loader's window, by the words they see.
import type { Page } from '@playwright/test';
import { passwordCopy, signInCopy } from '../../src/renderer/copy/sign-in.ts';

export interface SignInWith {
  readonly username: string;
  readonly password: string;
}

export async function fillSignIn(page: Page, { username, password }: SignInWith): Promise<void> {
  await page.getByLabel(signInCopy.username).fill(username);
  await page.getByLabel(passwordCopy.label, { exact: true }).fill(password);
}

export async function signIn(page: Page, user: SignInWith): Promise<void> {
  await fillSignIn(page, user);
  await page.keyboard.press('Enter');
}
