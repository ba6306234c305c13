// The team: people are added, changed and found, and resellers get their balance.
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { english as words } from '../../packages/seller-copy/src/en/english.ts';
import { browserAt } from '../../packages/service/test/support/desk.ts';
import { expect, test } from './desk-page.ts';
import { signInElsewhere } from './desk-seller.ts';
import { accountOf, button, dialog, submit } from './team-steps.ts';

const { account, accountDialogs, addPerson, balance, failures, frame, grant, team } = english;

test('adds a manager, whose invitation link works once @main', async ({
  page,
  desk,
  owner,
  manager,
  seller,
  service,
}) => {
  await manager(['read'], 'Berta');
  await desk.signIn(owner, 'team');
  await button(page, team.add).click();
  await submit(page, addPerson.create);
  await expect(dialog(page)).toContainText(addPerson.nameMissing);
  await expect(dialog(page)).toContainText(addPerson.rightsMissing);
  await page.getByLabel(addPerson.name, { exact: true }).fill('Nora');
  await page.getByLabel(words.scopes.support.name).check();
  await page.getByLabel(words.scopes.sell.name).check();
  await desk.expectAccessible();
  await submit(page, addPerson.create);
  const link = new URL(await dialog(page).locator('code').innerText());
  expect(link.pathname).toBe('/desk/invitation');
  await desk.expectAccessible();
  await button(page, accountDialogs.done).click();
  await expect(page.getByRole('row', { name: /Nora/ })).toContainText(team.states.invited);
  const token = link.hash.slice(1);
  const { ask } = browserAt(service.url);
  const joins = async () =>
    (await ask('acceptinvitation', { token, password: 'norawashere!' })).body;
  expect(await joins()).toMatchObject({ success: true, name: 'Nora' });
  expect(await joins()).toMatchObject({ success: false, code: 'invitation-over' });
  const acts = await signInElsewhere(service, { ...owner, name: 'Nora', password: 'norawashere!' });
  expect((await acts('me')).body['applications']).toMatchObject([{ scopes: ['sell', 'support'] }]);
  expect(await accountOf(seller, 'Berta')).toMatchObject({ scopes: 'read', state: 'on' });
});

test('adds a reseller with levels and a first balance in three steps', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  await seller('addsub', { name: 'Studio', level: '2' });
  await desk.signIn(owner, 'team');
  await button(page, team.add).click();
  await page.getByRole('radio', { name: addPerson.reseller }).check();
  await page.getByLabel(addPerson.name, { exact: true }).fill('متجر');
  await submit(page, addPerson.next);
  await expect(dialog(page)).toContainText(addPerson.levelsMissing);
  await page.getByLabel(team.level('2', 'Studio')).check();
  await submit(page, addPerson.next);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel(addPerson.name, { exact: true })).toHaveValue('متجر');
  await submit(page, addPerson.next);
  await page.getByLabel(grant.amount(words.keyDurations.month)).fill('many');
  await submit(page, addPerson.create);
  await expect(dialog(page)).toContainText(grant.notNumber(words.keyDurations.month));
  await page.getByLabel(grant.amount(words.keyDurations.month)).fill('50');
  await desk.expectAccessible();
  await submit(page, addPerson.create);
  await expect(dialog(page)).toContainText('/desk/invitation#');
  expect(await accountOf(seller, 'متجر')).toMatchObject({ role: 'Reseller', keylevels: '2' });
  const { balances } = await seller('fetchbalance', { username: 'متجر' });
  expect(balances).toEqual([
    { level: '', duration: 'month', granted: '50', used: '0', left: '50' },
  ]);
  await button(page, accountDialogs.done).click();
  await expect(page.getByRole('row', { name: /متجر/ })).toContainText(
    balance.keysOf(50, '50', words.keyDurations.month),
  );
});

test('keeps what was typed when adding fails', async ({ page, desk, owner, manager, seller }) => {
  await manager(['sell'], 'Mia');
  await desk.signIn(owner, 'team');
  await button(page, team.add).click();
  await page.getByLabel(addPerson.name, { exact: true }).fill('Mia');
  await page.getByLabel(words.scopes.all.name).check();
  await submit(page, addPerson.create);
  await expect(dialog(page).getByRole('alert')).toContainText(/exist/i);
  await expect(page.getByLabel(addPerson.name, { exact: true })).toHaveValue('Mia');
  expect(await accountOf(seller, 'Mia')).toMatchObject({ scopes: 'sell', invited: '0' });
});

test('continues with the invitation after a lost connection', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  desk.permitFaults(/Failed to load resource/);
  await desk.signIn(owner, 'team');
  await page.route('**/desk/api/inviteaccount', (route) => route.abort(), { times: 1 });
  await button(page, team.add).click();
  await page.getByLabel(addPerson.name, { exact: true }).fill('Nora');
  await page.getByLabel(words.scopes.read.name).check();
  await submit(page, addPerson.create);
  await expect(dialog(page).getByRole('alert')).toHaveText(failures.byCode['no-connection']);
  await expect(page.getByLabel(addPerson.name, { exact: true })).toBeDisabled();
  await submit(page, addPerson.create);
  await expect(dialog(page)).toContainText('/desk/invitation#');
  expect(await accountOf(seller, 'Nora')).toMatchObject({ scopes: 'read', joined: false });
});

test('changes the rights of a manager, for their next request', async ({
  page,
  desk,
  shop,
  owner,
  manager,
  service,
}) => {
  const mia = await manager(['sell'], 'Mia');
  const berta = await manager(['sell'], 'Berta');
  const [acts, bystander] = [
    await signInElsewhere(service, mia),
    await signInElsewhere(service, berta),
  ];
  const application = shop.app.name;
  const make = { application, expiry: '1' };
  await desk.signIn(owner, 'team', 'Mia');
  await button(page, account.edit).click();
  await page.getByLabel(words.scopes.sell.name).uncheck();
  await page.getByLabel(words.scopes.read.name).check();
  await submit(page, frame.save);
  await expect(page.getByText(accountDialogs.saved('Mia'))).toBeVisible();
  await expect(page.getByRole('main')).toContainText(words.scopes.read.name);
  expect((await acts('add', make)).body).toMatchObject({ success: false, scope: 'sell' });
  expect((await acts('fetchallusers', { application })).body).toMatchObject({ success: true });
  expect((await bystander('add', make)).body).toMatchObject({ success: true });
});

test('grants and takes back keys, and shows the balance before and after', async ({
  page,
  desk,
  owner,
  reseller,
  seller,
}) => {
  await reseller(['1', '2'], { month: '50' }, 'Rita');
  await reseller(['1'], { month: '7' }, 'Berta');
  await desk.signIn(owner, 'team', 'Rita');
  const { month } = words.keyDurations;
  const row = () => dialog(page).getByRole('row', { name: new RegExp(`^${month}`) });
  await button(page, account.changeBalance).click();
  await submit(page, grant.give);
  await expect(dialog(page)).toContainText(grant.nothing);
  await page.getByLabel(grant.amount(month)).fill('1,000');
  await expect(row().getByRole('cell')).toHaveText(['50', '', '1,050']);
  await submit(page, grant.giveSubmit(balance.keysOf(1000, '1,000', month)));
  await expect(page.getByText(grant.done('Rita'))).toBeVisible();

  await button(page, account.changeBalance).click();
  await page.getByRole('radio', { name: grant.take }).check();
  await page.getByLabel(grant.level).selectOption('2');
  await page.getByLabel(grant.amount(month)).fill('1');
  await expect(dialog(page)).toContainText(grant.tooFew(month, '0'));
  await submit(page, grant.takeSubmit(balance.keysOf(1, '1', month)));
  await page.getByLabel(grant.level).selectOption('');
  await submit(page, grant.takeSubmit(balance.keysOf(1, '1', month)));
  await expect(dialog(page)).toHaveCount(0);

  const { balances, entries } = await seller('fetchbalance', { username: 'Rita' });
  expect(balances).toMatchObject([{ level: '', duration: 'month', left: '1049' }]);
  const changes = entries as readonly Record<string, string>[]; // as its schema says
  expect(changes.map(({ amount, by }) => [amount, by]).toSorted()).toEqual([
    ['-1', `account ${owner.name}`],
    ['1000', `account ${owner.name}`],
    ['50', ''],
  ]);
  const table = page.getByRole('table', { name: balance.entries });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(table).toContainText(owner.name);
  await expect(table).toContainText('+1,000');
  expect((await seller('fetchbalance', { username: 'Berta' }))['balances']).toMatchObject([
    { left: '7' },
  ]);
});

test('draws the team for each role', async ({ page, desk, owner, manager, reseller }) => {
  const rita = await reseller(['1'], { month: '5' }, 'Rita');
  const reader = await manager(['read'], 'Lea');
  await desk.signIn(owner, 'team');
  await page.getByLabel(team.search).fill('RIT');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('radio', { name: team.managers }).check();
  await expect(page.getByText(team.noMatch)).toBeVisible();
  await page.getByLabel(team.search).fill('');
  await expect(page.getByRole('row')).toHaveCount(2);
  await desk.expectAccessible();

  await desk.signIn(reader, 'team');
  await expect(page.getByRole('row', { name: /Rita/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Lea/ })).toContainText(team.you);
  await expect(page.getByRole('row', { name: /Rita/ })).not.toContainText(team.you);
  await expect(button(page, team.add)).toHaveCount(0);
  await page.getByRole('link', { name: 'Rita' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rita' })).toBeVisible();
  for (const name of [account.changeBalance, account.more, account.inviteAgain, account.createKey])
    await expect(button(page, name)).toHaveCount(0);
  await desk.expectAccessible();

  await desk.signIn(await manager(['sell'], 'Sam'), 'team');
  await expect(page.getByRole('heading', { level: 1, name: frame.notFound })).toBeVisible();
  await desk.signIn(rita, 'team');
  await expect(page.getByRole('heading', { level: 1, name: frame.notFound })).toBeVisible();
});
