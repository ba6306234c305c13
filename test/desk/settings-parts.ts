// Steps on the settings page.
import type { Page } from '@playwright/test';
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { expect } from './desk-page.ts';
import type { AskSeller } from './desk-seller.ts';

const { settings } = english;

export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

/** Opens the dialog of a setting. */
export async function change(page: Page, name: string) {
  await press(page, settings.changeOf(name));
  return page.getByRole('dialog');
}

export async function expectSettings(
  seller: AskSeller,
  expected: Readonly<Record<string, unknown>>,
): Promise<void> {
  await expect.poll(() => seller('getsettings')).toMatchObject(expected);
}
