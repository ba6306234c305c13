// Steps on the pages of the team.
import type { Page } from '@playwright/test';
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import type { AskSeller } from './desk-seller.ts';

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const dialog = (page: Page) => page.getByRole('dialog');

/** Presses a button of the dialog. */
export const submit = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click();

/** Chooses an action of an account in its menu. */
export async function openMenu(page: Page, action: string): Promise<void> {
  await button(page, english.account.more).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** The account as the seller API lists it. */
export async function accountOf(seller: AskSeller, name: string) {
  const { accounts } = await seller('fetchallaccounts');
  const rows = accounts as readonly Record<string, unknown>[]; // as its schema says
  return rows.find(({ username }) => username === name);
}
