// Pictures of account options: current, saved, changed elsewhere, refused, unreadable, and while
// the program runs.
import type { Page } from '@playwright/test';
import type { SavedOption } from '../../src/shared/options.ts';
import { failureOf, longName, ready } from '../screens/samples.ts';
import { openSettings, type Picture } from './picture.ts';

export const offers = {
  options: [
    { name: 'quality', label: 'Render quality', values: ['Draft', 'Balanced', 'Best'] },
    { name: 'updates', label: 'Sound when a render is done', values: ['on', 'off'] },
  ],
} as const;
const values = { quality: 'Balanced', updates: 'on' };
export const read = { readOptions: [{ result: { ok: true, value: values } }] } as const;

export async function openOptions(page: Page): Promise<void> {
  await openSettings(page, 'Northwind Studio');
  await page.getByRole('heading', { name: 'Your choices' }).scrollIntoViewIfNeeded();
}

async function chooseBest(page: Page): Promise<void> {
  await openOptions(page);
  await page.getByLabel('Render quality', { exact: true }).selectOption('Best');
}

export async function saveBest(page: Page): Promise<void> {
  await chooseBest(page);
  await page.getByRole('button', { name: 'Save Render quality' }).click();
}

export function answered(value: SavedOption) {
  return { ...read, saveOption: [{ result: { ok: true, value } }] } as const;
}

function saved(name: string, value: SavedOption): Picture {
  return {
    name,
    open: { phase: ready, info: offers, replies: answered(value) },
    act: async (page) => {
      await saveBest(page);
      await page.locator('.rows .small', { hasText: value.value }).waitFor();
    },
  };
}

export const optionPictures: readonly Picture[] = [
  { name: 'shown', open: { phase: ready, info: offers, replies: read }, act: openOptions },
  { name: 'chosen', open: { phase: ready, info: offers, replies: read }, act: chooseBest },
  saved('saved', { outcome: 'saved', value: 'Best' }),
  saved('elsewhere', { outcome: 'elsewhere', value: 'Draft' }),
  saved('lost', { outcome: 'lost', value: 'Balanced' }),
  {
    name: 'fixed',
    open: {
      phase: ready,
      info: offers,
      replies: {
        ...read,
        saveOption: [{ result: { ok: false, failure: failureOf({ code: 'variable-read-only' }) } }],
      },
    },
    act: async (page) => {
      await saveBest(page);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'unread',
    open: {
      phase: ready,
      info: offers,
      replies: {
        readOptions: [{ result: { ok: false, failure: failureOf({ code: 'timeout' }) } }],
      },
    },
    act: openOptions,
  },
  {
    name: 'running',
    open: { phase: { ...ready, kind: 'running' }, info: offers },
    act: openOptions,
  },
  {
    name: 'long',
    open: {
      phase: ready,
      info: { options: [{ name: 'long', label: longName, values: [longName, '<b>bold</b>'] }] },
      replies: { readOptions: [{ result: { ok: true, value: { long: longName } } }] },
    },
    act: openOptions,
  },
];
