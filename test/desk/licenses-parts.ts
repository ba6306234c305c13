// Licenses of a shop, and what their users have left.
import type { Page } from '@playwright/test';
import { expect } from './desk-page.ts';
import type { AskSeller, DeskSeller, Texts } from './desk-seller.ts';

/** Makes keys of 30 days of Pro, and returns them. */
export async function makeKeys(
  seller: AskSeller,
  amount: number,
  more: Texts = {},
): Promise<readonly string[]> {
  const body = await seller('add', { expiry: '30', amount: String(amount), ...more });
  return [body['keys'] ?? body['key'] ?? []].flat().map(String);
}

/** Redeems a key for a user that exists. */
export async function redeem(seller: AskSeller, user: string, key: string): Promise<void> {
  await seller('assignkey', { user, key });
}

/** The days of Pro that a user has left, rounded. */
export async function daysLeft(seller: AskSeller, username: string): Promise<number> {
  const { subs } = await seller('usersub', { user: username });
  const rows = subs as readonly { readonly expiry: string }[]; // as its schema says
  const seconds = rows.map(({ expiry }) => Number(expiry) - Date.now() / 1000);
  return Math.round(seconds.reduce((sum, left) => sum + Math.max(0, left), 0) / 86_400);
}

/** The keys of the application, newest first. */
export async function allKeys(seller: AskSeller): Promise<readonly string[]> {
  const rows = (await seller('fetchallkeys'))['keys'] as readonly { readonly key: string }[]; // as its schema says
  return rows.map(({ key }) => key);
}

export async function stateOf(seller: AskSeller, key: string): Promise<string> {
  return String((await seller('info', { key }).catch(() => ({ status: 'gone' })))['status']);
}

/** Registers a user with a key, as a loader does. Returns the code of a refusal, or `ok`. */
export async function registerWith(shop: DeskSeller, username: string, key: string) {
  const hwid = username.padEnd(64, '.');
  const reply = await shop
    .openClient()
    .request('register', { username, pass: `password of ${username}`, key, hwid });
  return reply.ok ? 'ok' : reply.refusal.facts.code;
}

export async function chooseAction(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Presses the button of the open dialog, and waits until the change is announced. */
export async function confirm(page: Page, button: string, announced: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();
  await expect(page.getByText(announced)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}
