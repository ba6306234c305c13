// What a reseller sees of the own account: balance, its changes, and customers.
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { english as words } from '../../packages/seller-copy/src/en/english.ts';
import { browserAt } from '../../packages/service/test/support/desk.ts';
import { expect, test } from './desk-page.ts';
import { signInElsewhere } from './desk-seller.ts';

const { balance, customers, frame, team } = english;
const { keyDurations } = words;

test('shows a reseller the balance by level and duration, and its changes @main', async ({
  page,
  desk,
  shop,
  reseller,
  seller,
  service,
}) => {
  await reseller(['1'], { day: '999' }, 'Berta');
  const rita = await reseller(['1', '2'], { month: '50' }, 'Rita');
  await seller('setbalance', { username: 'Rita', level: '2', month: '8' });
  const acts = await signInElsewhere(service, rita);
  const make = { application: shop.app.name, expiry: '30', level: '1', amount: '3' };
  expect((await acts('add', make)).body).toMatchObject({ success: true });
  await desk.signIn(rita, 'balance');
  const rows = (name: string) => page.getByRole('table', { name, exact: true }).getByRole('row');
  await expect(rows(balance.canMake)).toHaveCount(2);
  await expect(rows(balance.canMake).last().getByRole('cell')).toHaveText([
    ...[keyDurations.month, '47', '55'],
  ]);
  await expect(rows(balance.left)).toHaveCount(3);
  await expect(rows(balance.left).nth(1).getByRole('cell')).toHaveText([
    ...[keyDurations.month, balance.anyLevel, '50', '3', '47'],
  ]);
  await expect(rows(balance.entries)).toHaveCount(4);
  await expect(page.getByRole('main')).not.toContainText('999');
  await expect(page.getByRole('link', { name: balance.make })).toBeVisible();
  await desk.expectAccessible();
});

test('shows the balance of an account whose name differs in case from the person', async ({
  page,
  desk,
  shop,
  reseller,
  service,
}) => {
  const rita = await reseller(['1'], { day: '7' }, 'Rita');
  const other = await shop.addApplication();
  await other.seller('addAccount', { role: 'Reseller', user: 'RITA', keylevels: '1' });
  await other.seller('setbalance', { username: 'RITA', year: '3' });
  const { token } = await other.seller('inviteaccount', { user: 'RITA' });
  const { password } = rita;
  const { ask } = browserAt(service.url);
  const joined = await ask('acceptinvitation', { token: String(token), password });
  expect(joined.body).toMatchObject({ success: true, name: 'Rita' });
  await desk.signIn(rita, 'balance');
  const table = page.getByRole('table', { name: balance.left });
  await expect(table).toContainText(keyDurations.day);
  await page.goto(`${desk.url}#/${encodeURIComponent(other.app.name)}/balance`);
  await expect(table).toContainText(keyDurations.year);
  await expect(table).not.toContainText(keyDurations.day);
});

test('a balance without keys says what to do', async ({ page, desk, reseller }) => {
  await desk.signIn(await reseller(['1']), 'balance');
  await expect(page.getByText(balance.empty)).toBeVisible();
  await expect(page.getByText(balance.noEntries)).toBeVisible();
  await desk.expectAccessible();
});

test('reads further changes of a balance page by page', async ({
  page,
  desk,
  reseller,
  seller,
}) => {
  const rita = await reseller(['1'], {}, 'Rita');
  for (let index = 0; index < 9; index += 1)
    await seller('setbalance', {
      username: 'Rita',
      day: '1',
      week: '1',
      month: '1',
      threemonth: '1',
      sixmonth: '1',
      year: '1',
    });
  await desk.signIn(rita, 'balance');
  const rows = page.getByRole('table', { name: balance.entries }).getByRole('row');
  await expect(rows).toHaveCount(51);
  await page.getByRole('button', { name: frame.showMore }).click();
  await expect(rows).toHaveCount(55);
  await expect(page.getByRole('button', { name: frame.showMore })).toHaveCount(0);
});

test('shows a reseller only the own customers', async ({
  page,
  desk,
  shop,
  owner,
  reseller,
  seller,
  service,
}) => {
  const rita = await reseller(['1'], { month: '5' }, 'Rita');
  const berta = await reseller(['1'], { month: '5' }, 'Berta');
  for (const [person, user] of [
    [rita, 'zoe'],
    [berta, 'yuri'],
  ] as const) {
    const acts = await signInElsewhere(service, person);
    const { body } = await acts('add', { application: shop.app.name, expiry: '30', level: '1' });
    await seller('activate', { user, key: String(body['key']), pass: 'a good password' });
  }
  await desk.signIn(rita, 'customers');
  const table = page.getByRole('table', { name: customers.list });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table).toContainText('zoe');
  await expect(page.getByRole('main')).not.toContainText('yuri');
  await expect(table.getByRole('link')).toHaveCount(0);
  await desk.expectAccessible();
  await desk.signIn(owner, 'team', 'Rita');
  await table.getByRole('link', { name: 'zoe' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'zoe' })).toBeVisible();
});

test('managers have no page for a balance, and owners see that of a reseller', async ({
  page,
  desk,
  owner,
  manager,
  reseller,
}) => {
  await reseller(['1'], { year: '4' }, 'Rita');
  await desk.signIn(await manager(['all']), 'balance');
  await expect(page.getByRole('heading', { level: 1, name: frame.notFound })).toBeVisible();
  await desk.signIn(owner, 'team', 'Rita');
  await expect(
    page.getByRole('heading', { level: 2, name: team.balance, exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('table', { name: balance.left })).toContainText(keyDurations.year);
  await desk.expectAccessible();
});
