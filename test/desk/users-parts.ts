// Users of a shop, and their sign-ins as a loader sends them.
import type { Page } from '@playwright/test';
import { expect } from './desk-page.ts';
import type { DeskSeller } from './desk-seller.ts';

export const passwordOf = (user: string) => `password of ${user}`;

const deviceOf = (computer: string) => computer.padEnd(64, '.');

/** Adds users with 30 days of the plan Pro. */
export async function addUsers({ seller }: DeskSeller, ...names: string[]): Promise<void> {
  for (const user of names)
    await seller('adduser', { user, sub: 'Pro', expiry: '30', pass: passwordOf(user) });
}

interface SignIn {
  readonly pass?: string;
  /** The name of the computer; each has another device id. */
  readonly computer?: string;
  readonly hwid?: string;
  /** `1` asks for an offline pass. */
  readonly offline?: '1';
}

/** Signs in on a loader. Returns the code of a refusal, or `ok`. */
export async function signInAs(
  shop: DeskSeller,
  username: string,
  { pass = passwordOf(username), computer = `desk of ${username}`, ...more }: SignIn = {},
): Promise<string> {
  const reply = await shop.openClient().request('login', {
    username,
    pass,
    hwid: deviceOf(computer),
    computer,
    system: 'Windows 11',
    ...more,
  });
  return reply.ok ? 'ok' : reply.refusal.facts.code;
}

/** Opens the dialog of an action of the user's menu. */
export async function chooseAction(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions for this user' }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Presses the button of the open dialog, and waits until the change is announced. */
export async function confirm(page: Page, button: string, announced: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();
  await expect(page.getByText(announced)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
