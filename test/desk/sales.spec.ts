// Orders of connected shops: the list, one order, the money on the first page, and a user's orders.
import { readFileSync } from 'node:fs';
import { german } from '../../packages/desk/src/copy/de/desk.ts';
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { expect, test } from './desk-page.ts';
import { connectShop, paid } from './sales-parts.ts';
import { addUsers, confirm } from './users-parts.ts';

const { sales, sale, shops, home, homeSales } = english;

test('an order that needs attention gets its keys with one click @main', async ({
  page,
  desk,
  owner,
  shop,
  seller,
  service,
}) => {
  const { send } = await connectShop(service, shop);
  await send(paid('1001', { items: [{ product: 'gold', quantity: 1 }] }));
  await desk.signIn(owner, 'home');
  await page.getByRole('link', { name: homeSales.attention('1', 1) }).click();
  await expect(page.getByRole('radio', { name: sales.inNeed })).toBeChecked();
  const row = page.locator('tbody tr');
  await expect(row).toContainText(sales.attention.unmapped);
  await desk.expectAccessible();
  await desk.picture('sales-attention');
  await row.getByRole('button', { name: sales.mapLabel('1001') }).click();
  await expect(page.getByRole('dialog').getByLabel(shops.product)).toHaveValue('gold');
  await confirm(page, shops.mapSubmit, shops.mappedOrders('1', 1));
  await expect(page.getByText(sales.allDone)).toBeVisible();
  await page.getByRole('radio', { name: sales.all }).check();
  await expect(row).toContainText(sales.states.paid);
  expect((await seller('fetchallkeys'))['keys']).toHaveLength(1);
});

test('orders are found by number and e-mail, and downloaded', async ({
  page,
  desk,
  owner,
  shop,
  service,
}) => {
  const { send, orderOf } = await connectShop(service, shop);
  await send(paid('1001'));
  await send(paid('1002', { email: 'other@example.com', amount: 500, currency: 'JPY' }));
  await desk.signIn(owner, 'sales');
  const rows = page.locator('tbody tr');
  await expect(rows).toHaveCount(2);
  const search = page.getByRole('searchbox', { name: sales.search });
  for (const [text, found] of [
    ['1002', '1002'],
    [orderOf('1001'), '1001'],
    ['other@example.com', '1002'],
  ] as const) {
    await search.fill(text);
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(found);
  }
  await search.fill('100');
  await expect(page.getByText(sales.noMatchText)).toBeVisible();
  await search.fill('');
  await expect(rows).toHaveCount(2);
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: sales.csv }).click();
  const lines = readFileSync(await (await waiting).path(), 'utf8');
  expect(lines).toContain(`${orderOf('1001')},`);
  expect(lines).toMatch(/other@example\.com,pro,Paid,.*,500,JPY/);
  expect(lines).toMatch(/,19\.99,EUR/);
});

test('an order has its events, its keys and who redeemed them', async ({
  page,
  desk,
  owner,
  shop,
  seller,
  service,
}) => {
  const connected = await connectShop(service, shop);
  await seller('mapproduct', { shop: connected.shop, product: 'pro', sub: 'Pro', expiry: '30' });
  await connected.send(paid('1001'));
  await addUsers(shop, 'anna');
  const { keys } = (await seller('fetchallkeys')) as { keys: readonly { key: string }[] }; // its schema
  const key = keys[0]?.key ?? '';
  await seller('assignkey', { user: 'anna', key });
  const dispute = { type: 'dispute', order: '1001', dispute: 'd', amount: 1999, currency: 'EUR' };
  await connected.send({ ...dispute, id: 'd1' });
  await desk.signIn(owner, 'sales');
  await page.getByRole('link', { name: '1001' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(sale.title('1001'));
  await expect(page.getByText(sale.event['dispute-open']('€19.99'))).toBeVisible();
  await expect(page.getByText(sale.event.paid('€19.99'))).toBeVisible();
  await expect(page.getByText(sale.keyStates.suspended, { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: key })).toBeVisible();
  await desk.expectAccessible();
  await desk.picture('sale');
  await page.getByRole('link', { name: 'anna' }).click();
  const orders = page.getByRole('region', { name: english.userOrders.title });
  await expect(orders).toContainText('€19.99');
  await desk.expectAccessible();
  await desk.picture('user-orders');
  await orders.getByRole('link', { name: '1001' }).click();
  await page.getByRole('link', { name: key }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(key);
  await desk.open('sales', 'hmac:unknown:1');
  await expect(page.getByText(sale.notFoundText)).toBeVisible();
});

test('a failed mail is sent again, or says why not', async ({
  page,
  desk,
  owner,
  shop,
  seller,
  service,
}) => {
  const connected = await connectShop(service, shop);
  await seller('mapproduct', { shop: connected.shop, product: 'pro', sub: 'Pro', expiry: '30' });
  await connected.send(paid('1001'));
  const mail = { orderId: connected.orderOf('1001'), payment: '1001', kind: 'keys' } as const;
  await service.database
    .insertInto('shopMails')
    .values({ ...mail, state: 'failed', nextAt: 1, createdAt: 1 })
    .execute();
  await connected.send({ type: 'cancelled', id: 'later', order: '1001' });
  await desk.signIn(owner, 'sales');
  await expect(page.locator('tbody tr')).toContainText(sales.mails.failed);
  await expect(page.getByText(sales.attention['mail-failed'])).toBeVisible();
  await page.getByRole('button', { name: sales.sendLabel('1001') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(sales.sendText('buyer@example.com'));
  await dialog.getByRole('button', { name: sales.send }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
});

test('the first page has the money of 30 days by currency', async ({
  page,
  desk,
  owner,
  shop,
  service,
}) => {
  const { send } = await connectShop(service, shop);
  await send(paid('1001'));
  await send(paid('1002', { amount: 500, currency: 'JPY' }));
  await send({ type: 'refund', id: 'r', order: '1001', refund: 'r', amount: 999, currency: 'EUR' });
  await desk.signIn(owner, 'home');
  const stat = (currency: string) =>
    page.locator('dl.stat').filter({ hasText: homeSales.revenue(currency) });
  await expect(stat('EUR')).toContainText('€10.00');
  await expect(stat('JPY')).toContainText('¥500');
  await expect(page.getByText(home.attention.title)).toBeVisible();
  await desk.expectAccessible();
  await desk.picture('home-revenue');
});

test('readers see masked buyers and keys, and no buttons', async ({
  page,
  desk,
  manager,
  shop,
  seller,
  service,
}) => {
  const connected = await connectShop(service, shop);
  await seller('mapproduct', { shop: connected.shop, product: 'pro', sub: 'Pro', expiry: '30' });
  await connected.send(paid('1001'));
  await connected.send(paid('1002', { items: [{ product: 'gold', quantity: 1 }] }));
  await desk.signIn(await manager(['read']), 'sales');
  await expect(page.getByText(sales.readOnly)).toBeVisible();
  await expect(page.locator('tbody')).toContainText('b***@example.com');
  await expect(page.locator('body')).not.toContainText('buyer@example.com');
  await expect(page.getByText(sales.attention.unmapped)).toBeVisible();
  await expect(page.getByRole('button', { name: sales.mapLabel('1002') })).toHaveCount(0);
  await page.getByRole('link', { name: '1001' }).click();
  await expect(page.getByText(sale.unused)).toBeVisible();
  await expect(page.getByText('****', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: sales.send })).toHaveCount(0);
  await desk.expectAccessible();
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('orders are German at every width', async ({ page, desk, owner, shop, service }) => {
    const { send } = await connectShop(service, shop);
    await send(paid('1001'));
    await desk.signIn(owner, 'sales');
    await expect(page.getByText(german.sales.attention.unmapped)).toBeVisible();
    await desk.expectAccessible([375, 1440]);
    await desk.picture('sales-german');
  });
});
