// Pictures of the list of the last requests.
import type { Page } from '@playwright/test';
import { signedOut } from '../screens/samples.ts';
import { sentSamples } from '../screens/sent-samples.ts';
import type { Picture } from './picture.ts';

const many = Array.from({ length: 16 }, () => sentSamples).flat();

const openList = async (page: Page) => {
  await page.getByRole('button', { name: 'What was verified' }).click();
  await page.getByRole('button', { name: 'Show requests' }).click();
  await page.getByRole('dialog').getByRole('list').waitFor();
};
const openRequest = async (page: Page) => {
  await openList(page);
  await page.getByRole('dialog').locator('summary').nth(1).click();
};

const list = (name: string, requests: typeof sentSamples, act = openList): Picture => ({
  name,
  open: {
    phase: signedOut,
    replies: { readSentRequests: [{ result: { ok: true, value: requests } as const }] },
  },
  act,
});

export const sentRequestPictures: readonly Picture[] = [
  list('list', sentSamples),
  list('request', sentSamples, openRequest),
  list('many', many),
];
