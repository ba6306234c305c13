// Webhooks: adding, deleting, and the deliveries of events, which can be sent again.
import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { TestService } from '../../packages/service/test/support/service.ts';
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { german } from '../../packages/desk/src/copy/de/desk.ts';
import { expect } from './desk-page.ts';
import type { DeskSeller } from './desk-seller.ts';
import { addUsers, confirm, signInAs } from './users-parts.ts';
import { test } from './webhook-receiver.ts';

const { webhooks, newWebhook, deliveries, frame } = english;

const rows = (page: Page) => page.locator('tbody tr');

/** Adds a webhook for sign-ins at a path of the receiver, and lets a user sign in. */
async function signInWithHook(
  { shop, service }: { shop: DeskSeller; service: TestService },
  url: string,
): Promise<string> {
  const { webid } = await shop.seller('addwebhook', { baseurl: url, events: 'login' });
  await addUsers(shop, 'anna');
  expect(await signInAs(shop, 'anna')).toBe('ok');
  await service.deliveriesSettled();
  return String(webid);
}

/** Makes the deliveries of a webhook older than the minute in which none is sent again. */
async function ageDeliveries({ database }: TestService, webid: string): Promise<void> {
  await database
    .updateTable('deliveries')
    .set((eb) => ({ createdAt: eb('createdAt', '-', 120) }))
    .where('webid', '=', webid)
    .execute();
}

test('adds a webhook for events, whose secret signs what it receives @main', async ({
  page,
  desk,
  owner,
  shop,
  seller,
  service,
  receiver,
}) => {
  await desk.signIn(owner, 'webhooks');
  await expect(page.getByText(webhooks.empty)).toBeVisible();
  await page.getByRole('button', { name: newWebhook.add }).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: newWebhook.add });
  await submit.click();
  await expect(dialog.getByText(newWebhook.addressWrong)).toBeVisible();
  await expect(dialog.getByText(newWebhook.eventsWrong)).toBeVisible();
  await dialog.getByLabel(newWebhook.address).fill('https://10.0.0.1/in');
  await dialog.getByLabel(webhooks.events.login.name, { exact: true }).check();
  await dialog.getByLabel(webhooks.events.ban.name, { exact: true }).check();
  await desk.expectAccessible();
  await desk.picture('webhook-add');
  await submit.click();
  await expect(dialog.getByText('The URL must point to a public IP.')).toBeVisible();
  await dialog.getByLabel(newWebhook.address).fill(`http://${receiver.host}/added`);
  await submit.click();
  await expect(dialog.getByText(newWebhook.secretText)).toBeVisible();
  const secret = await dialog.locator('code').innerText();
  await desk.expectAccessible();
  await dialog.getByRole('button', { name: english.accountDialogs.done }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(receiver.host);
  await expect(page.locator('body')).not.toContainText(secret);
  expect((await seller('fetchallwebhooks'))['webhooks']).toMatchObject([{ events: 'login,ban' }]);
  await addUsers(shop, 'anna');
  await signInAs(shop, 'anna');
  await service.deliveriesSettled();
  const [event] = receiver.received.filter(({ path }) => path === '/added');
  const signed = `${String(event?.headers['x-latchkey-timestamp'])}.${event?.body}`;
  const signature = createHmac('sha256', secret).update(signed).digest('hex');
  expect(event?.headers['x-latchkey-signature']).toBe(signature);
});

test('adds a webhook for programs, deletes one, then all', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  for (const path of ['a', 'b'])
    await seller('addwebhook', { baseurl: `https://hook.example/${path}`, events: 'ban' });
  await desk.signIn(owner, 'webhooks');
  await page.getByRole('button', { name: newWebhook.add }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(newWebhook.address).fill('https://program.example/run');
  await dialog.getByRole('radio', { name: newWebhook.forProgram }).check();
  await dialog.getByLabel(newWebhook.onlySignedIn).uncheck();
  await confirm(page, newWebhook.add, newWebhook.added);
  await expect(rows(page)).toHaveCount(3);
  const added = rows(page).filter({ hasText: 'program.example' });
  await expect(added).toContainText(webhooks.everyone);
  await desk.picture('webhooks');
  await desk.expectAccessible();
  await added.getByRole('button', { name: /^Delete / }).click();
  await expect(dialog.getByText(webhooks.removeTextProgram)).toBeVisible();
  await confirm(page, webhooks.remove, webhooks.removed);
  await expect(rows(page)).toHaveCount(2);
  expect((await seller('fetchallwebhooks'))['webhooks']).toMatchObject([
    { events: 'ban' },
    { events: 'ban' },
  ]);
  await page.getByRole('button', { name: webhooks.removeAll, exact: true }).click();
  await confirm(page, 'Delete 2 webhooks', '2 webhooks deleted');
  await expect(page.getByText(webhooks.empty)).toBeVisible();
  expect((await seller('fetchallwebhooks'))['webhooks']).toEqual([]);
});

test('sends a failed delivery again with its id, and no other', async ({
  page,
  desk,
  owner,
  shop,
  service,
  receiver,
}) => {
  const other = await shop.seller('addwebhook', {
    baseurl: `http://${receiver.host}/other`,
    events: 'login',
  });
  const webid = await signInWithHook({ shop, service }, `http://${receiver.host}/failing`);
  await service.database
    .updateTable('deliveries')
    .set({ status: 'failed', attempts: 6, lastStatus: 503, lastError: 'status' })
    .where('webid', '=', webid)
    .execute();
  const sent = (path: string) => receiver.received.filter((event) => event.path === path);
  await desk.signIn(owner, 'webhooks');
  await page.getByRole('link', { name: new RegExp(`^Deliveries .*${webid}$`) }).click();
  await expect(rows(page)).toHaveCount(1);
  const row = rows(page).first();
  for (const text of [webhooks.events.login.name, deliveries.states.failed, 'HTTP 503', '6'])
    await expect(row).toContainText(text);
  await desk.expectAccessible();
  await row.getByRole('button', { name: /^Send again/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: deliveries.resend, exact: true }).click();
  await expect(dialog.getByText(english.failures.unknown('x'))).toHaveCount(0);
  await expect(dialog.getByText(/less than a minute ago/)).toBeVisible();
  await ageDeliveries(service, webid);
  await confirm(page, deliveries.resend, deliveries.resent);
  await service.deliveriesSettled();
  expect(sent('/failing')).toHaveLength(2);
  expect(sent('/failing')[1]?.body).toBe(sent('/failing')[0]?.body);
  expect(sent('/other')).toHaveLength(1);
  await expect(row).toContainText(deliveries.states.delivered);
  await page.getByLabel(deliveries.webhook, { exact: true }).selectOption('');
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel(deliveries.webhook, { exact: true }).selectOption(String(other['webid']));
  await expect(rows(page)).toHaveCount(1);
});

test('says why deliveries failed or wait, and names dropped events', async ({
  page,
  desk,
  owner,
  shop,
  service,
  receiver,
}) => {
  const webid = await signInWithHook({ shop, service }, `http://${receiver.host}/states`);
  const { database } = service;
  const row = await database
    .selectFrom('deliveries')
    .selectAll()
    .where('webid', '=', webid)
    .executeTakeFirstOrThrow();
  const later = row.createdAt + 86_400;
  const none = { lastStatus: null, attempts: 6, status: 'failed' } as const;
  await database
    .insertInto('deliveries')
    .values([
      { ...row, ...none, id: `${webid}-1`, lastError: 'certificate' },
      { ...row, ...none, id: `${webid}-2`, lastError: 'brand-new-reason', webid: 'deleted' },
      { ...row, ...none, id: `${webid}-3`, lastError: 'timeout', event: 'log', webid: null },
      { ...row, ...none, id: `${webid}-4`, lastError: null, status: 'pending', nextAt: later },
    ])
    .execute();
  await database
    .insertInto('drops')
    .values({
      applicationId: row.applicationId,
      kind: 'event',
      count: 1234,
      sinceAt: row.createdAt,
      lastAt: row.createdAt,
    })
    .execute();
  await desk.signIn(owner, 'webhooks', 'deliveries');
  await expect(rows(page)).toHaveCount(5);
  await desk.picture('deliveries');
  for (const text of [
    ...[deliveries.errors.certificate, deliveries.errors.timeout, deliveries.logAddress],
    ...[deliveries.unknownError('brand-new-reason'), deliveries.states.pending],
  ])
    await expect(page.locator('tbody')).toContainText(text);
  await expect(page.getByText('1,234 events were not sent')).toBeVisible();
  const waiting = rows(page).filter({ hasText: deliveries.states.pending });
  await expect(waiting.getByRole('button')).toHaveCount(0);
  await desk.expectAccessible();
  await page.evaluate(() => localStorage.setItem('language', 'de'));
  await page.reload();
  await expect(page.getByText(german.deliveries.errors.timeout)).toBeVisible();
});

test('a reader sees webhooks without changes, and a reseller has no such page', async ({
  page,
  desk,
  manager,
  reseller,
  shop,
  service,
  receiver,
}) => {
  const webid = await signInWithHook({ shop, service }, `http://${receiver.host}/read`);
  await shop.seller('addwebhook', { baseurl: 'https://hook.example/b', events: 'ban' });
  await desk.signIn(await manager(['read']), 'webhooks');
  await expect(rows(page)).toHaveCount(2);
  const main = page.getByRole('main');
  await expect(main.getByRole('button')).toHaveCount(0);
  await page.getByRole('link', { name: new RegExp(webid) }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(main.getByRole('button')).toHaveCount(0);
  await desk.signIn(await reseller(['1']), 'webhooks');
  await expect(page.getByText(frame.notFound)).toBeVisible();
});
