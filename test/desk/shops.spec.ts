// Connected shops: adding one in three steps, its products, secrets, mail and events.
import type { Page } from '@playwright/test';
import { german } from '../../packages/desk/src/copy/de/desk.ts';
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { expect, test } from './desk-page.ts';
import { connectShop, paid, secret, sendEvent } from './sales-parts.ts';
import { confirm } from './users-parts.ts';

const { shops, shopKinds, sales, frame } = english;

const sheet = (page: Page, title: string) => page.getByRole('region', { name: title });

test('a shop is added in three steps, and its first sale gets a key @main', async ({
  page,
  desk,
  owner,
  seller,
  service,
}) => {
  await desk.signIn(owner, 'sales');
  await desk.expectAccessible();
  await desk.picture('sales-empty');
  await page.getByRole('link', { name: sales.toShops }).click();
  await expect(page.getByText(shops.emptyText)).toBeVisible();
  await page.getByRole('button', { name: shops.add }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(shops.kind).selectOption(shopKinds.hmac.name);
  await desk.expectAccessible();
  await confirm(page, shops.add, shops.added);
  const steps = sheet(page, shops.setUp);
  await expect(steps.getByText(shopKinds.hmac.steps[0] ?? '')).toBeVisible();
  await expect(steps.getByText(shops.addressPart)).toBeVisible();
  const url = service.url + (await steps.locator('code').first().innerText());
  expect(await sendEvent(url, paid('1001'))).toBe(401);
  await steps.getByRole('button', { name: shops.addSecret }).click();
  await dialog.getByLabel(shops.secret).fill('short');
  await dialog.getByRole('button', { name: shops.addSecret }).click();
  await expect(dialog.getByText(shops.secretWrong)).toBeVisible();
  await dialog.getByLabel(shops.secret).fill(secret);
  await desk.expectAccessible();
  await confirm(page, shops.addSecret, shops.secretDone);
  await expect(page.locator('body')).not.toContainText(secret);
  await steps.getByRole('button', { name: shops.map }).click();
  await dialog.getByLabel(shops.productId).fill('pro');
  await confirm(page, shops.mapSubmit, shops.mapped);
  await expect(steps.getByText(shops.done)).toHaveCount(2);
  await desk.expectAccessible();
  await desk.picture('shop-steps');
  expect(await sendEvent(url, paid('1001'))).toBe(200);
  await desk.open('sales');
  const row = page.locator('tbody tr');
  await expect(row).toContainText('1001');
  await expect(row).toContainText('€19.99');
  await expect(row).toContainText(sales.states.paid);
  expect((await seller('fetchallkeys'))['keys']).toHaveLength(1);
});

test('products are mapped, changed and removed, with the orders that waited', async ({
  page,
  desk,
  owner,
  shop,
  seller,
  service,
}) => {
  const connected = await connectShop(service, shop);
  await connected.send(paid('1001'));
  await connected.send(paid('1002'));
  await desk.signIn(owner, 'shops');
  const row = page.locator('tbody tr');
  await expect(row).toContainText(shops.noProducts);
  await expect(row).toContainText('2 orders');
  await desk.expectAccessible();
  await desk.picture('shops');
  await row.getByRole('link').click();
  const products = sheet(page, shops.products);
  await products.getByRole('button', { name: shops.map }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(shops.productId).fill('*');
  await dialog.getByLabel(shops.keysEach).fill('101');
  await dialog.getByRole('button', { name: shops.mapSubmit }).click();
  await expect(dialog.getByText(shops.keysWrong('100'))).toBeVisible();
  await dialog.getByLabel(shops.keysEach).fill('2');
  await confirm(page, shops.mapSubmit, shops.mappedOrders('2', 2));
  expect((await seller('fetchallkeys'))['keys']).toHaveLength(4);
  await expect(products).toContainText('2 keys of Pro, 30 days each');
  await products.getByRole('button', { name: shops.changeOf(shops.otherProducts) }).click();
  await dialog.getByLabel(english.userChanges.days).fill('7');
  await confirm(page, shops.mapSubmit, shops.mapped);
  await expect(products).toContainText('7 days');
  await desk.expectAccessible();
  await desk.picture('shop');
  await products.getByRole('button', { name: shops.unmapOf(shops.otherProducts) }).click();
  await confirm(page, shops.unmap, shops.unmapped);
  await expect(products).toContainText(shops.productsNone);
  expect((await seller('fetchallshops'))['shops']).toMatchObject([{ products: [] }]);
});

test('a secret is replaced, and the last one stays', async ({
  page,
  desk,
  owner,
  shop,
  seller,
  service,
}) => {
  const connected = await connectShop(service, shop);
  await connected.send(paid('1001'));
  await desk.signIn(owner, 'shops', connected.shop);
  const secrets = sheet(page, shops.secrets);
  await expect(secrets.getByRole('button', { name: /^Remove secret/ })).toHaveCount(0);
  await secrets.getByRole('button', { name: shops.addSecret }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(shops.secret).fill('another-secret');
  await confirm(page, shops.addSecret, shops.secretDone);
  await secrets
    .getByRole('button', { name: /^Remove secret/ })
    .first()
    .click();
  await confirm(page, shops.removeSecret, shops.secretRemoved);
  const { shops: listed } = await seller('fetchallshops');
  expect(listed).toMatchObject([{ secrets: [{ id: expect.any(String) as unknown }] }]);
  const access = sheet(page, shops.access);
  await access.getByRole('button', { name: shops.turnTestsOn }).click();
  await confirm(page, shops.turnTestsOn, shops.testsChanged);
  await expect(access).toContainText(shops.testsOn);
  await page.getByRole('button', { name: shops.remove, exact: true }).click();
  await confirm(page, shops.remove, shops.removed);
  await expect(page.getByText(shops.emptyText)).toBeVisible();
  expect((await seller('fetchallshops'))['shops']).toEqual([]);
});

test('a kind that needs a token asks for it, and one without signatures for no secret', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  await desk.signIn(owner, 'shops');
  await page.getByRole('button', { name: shops.add }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(shops.token)).toHaveCount(0);
  await dialog.getByLabel(shops.kind).selectOption(shopKinds.gumroad.name);
  await dialog.getByLabel(shops.token).fill('a-token');
  await confirm(page, shops.add, shops.added);
  const steps = sheet(page, shops.setUp);
  await expect(steps.getByText(shops.steps.products)).toBeVisible();
  await expect(steps.getByText(shops.steps.secret)).toHaveCount(0);
  const access = sheet(page, shops.access);
  await access.getByRole('button', { name: shops.setToken }).click();
  await dialog.getByLabel(shops.token).fill('another-token');
  await confirm(page, shops.setToken, shops.tokenDone);
  await access.getByRole('button', { name: shops.compare }).click();
  await confirm(page, shops.compare, shops.compared);
  await expect(access.getByRole('button', { name: shops.removeToken })).toHaveCount(0);
  await desk.expectAccessible();
  expect((await seller('fetchallshops'))['shops']).toMatchObject([{ kind: 'gumroad', api: 1 }]);
});

test('the mail is previewed before it is saved, and must have the keys', async ({
  page,
  desk,
  owner,
  shop,
  seller,
  service,
}) => {
  const { shop: id } = await connectShop(service, shop);
  await desk.signIn(owner, 'shops', id);
  await page.getByRole('button', { name: shops.editMail }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(shops.mailLanguage).selectOption('de');
  await dialog.getByRole('button', { name: shops.preview }).click();
  await expect(dialog.getByText('Vielen Dank')).toBeVisible();
  await dialog.getByLabel(shops.mailBody).fill('Nothing');
  await dialog.getByRole('button', { name: frame.save }).click();
  await expect(dialog.getByText(shops.mailKeysMissing)).toBeVisible();
  await dialog.getByLabel(shops.mailBody).fill('Have fun!\n\n{keys}');
  await dialog.getByLabel(shops.mailSubject).fill('Your {subscription}');
  await dialog.getByRole('button', { name: shops.preview }).click();
  await expect(dialog.getByText('Have fun!', { exact: false }).last()).toBeVisible();
  expect((await seller('fetchallshops'))['shops']).toMatchObject([{ language: 'en', text: '' }]);
  await desk.expectAccessible();
  await desk.picture('shop-mail');
  await confirm(page, frame.save, shops.mailSaved);
  await expect(sheet(page, shops.mail)).toContainText(shops.mailOwn);
  expect((await seller('fetchallshops'))['shops']).toMatchObject([
    { language: 'de', subject: 'Your {subscription}', text: 'Have fun!\n\n{keys}' },
  ]);
});

test('people without full rights see no shops', async ({ page, desk, manager, shop, service }) => {
  await connectShop(service, shop);
  await desk.signIn(await manager(['read', 'support']), 'shops');
  await expect(page.getByText(frame.notFound)).toBeVisible();
  await expect(page.getByRole('link', { name: shops.title })).toHaveCount(0);
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('a shop is German at every width', async ({ page, desk, owner, shop, service }) => {
    const connected = await connectShop(service, shop);
    await desk.signIn(owner, 'shops', connected.shop);
    await expect(page.getByText(german.shops.setUp)).toBeVisible();
    await desk.expectAccessible([375, 1440]);
    await desk.picture('shop-german');
  });
});
