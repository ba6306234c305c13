// Webhooks for chat programs, and tests of a webhook.
import type { Page } from '@playwright/test';
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { expect } from './desk-page.ts';
import { confirm } from './users-parts.ts';
import { test } from './webhook-receiver.ts';

const { webhooks, newWebhook, accountDialogs } = english;

/** Not any row: while a list loads, it has rows without content. */
const rowWith = (page: Page, hasText: string) => page.locator('tbody tr').filter({ hasText });

test('sends a test to a webhook, in the form of a chat program', async ({
  page,
  desk,
  owner,
  seller,
  service,
  receiver,
}) => {
  await desk.signIn(owner, 'webhooks');
  await page.getByRole('button', { name: newWebhook.add }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(newWebhook.address).fill(`http://${receiver.host}/chat`);
  await dialog.getByLabel(webhooks.events.sale.name, { exact: true }).check();
  await dialog.getByLabel(newWebhook.shape).selectOption(webhooks.shapes.discord);
  await desk.expectAccessible();
  await desk.picture('webhook-shape');
  await dialog.getByRole('button', { name: newWebhook.add }).click();
  await dialog.getByRole('button', { name: accountDialogs.done }).click();
  await expect(rowWith(page, webhooks.shapes.discord)).toBeVisible();
  expect((await seller('fetchallwebhooks'))['webhooks']).toMatchObject([{ shape: 'discord' }]);
  await page.getByRole('button', { name: /^Send a test to / }).click();
  await confirm(page, webhooks.test, webhooks.tested);
  await service.deliveriesSettled();
  const sent = receiver.received.filter(({ path }) => path === '/chat');
  expect(sent).toHaveLength(1);
  expect(JSON.parse(sent[0]?.body ?? '')).toHaveProperty('content');
  await page.getByRole('link', { name: /^Deliveries of / }).click();
  await expect(rowWith(page, webhooks.testEvent)).toBeVisible();
  await desk.picture('webhook-test');
});
