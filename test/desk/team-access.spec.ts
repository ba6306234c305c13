// Access of the team: seller keys, bans, deletion, new invitations, and the password again.
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { english as words } from '../../packages/seller-copy/src/en/english.ts';
import { browserAt } from '../../packages/service/test/support/desk.ts';
import { expect, test } from './desk-page.ts';
import { signInElsewhere } from './desk-seller.ts';
import { accountOf, button, dialog, openMenu, submit } from './team-steps.ts';

const { account, accountDialogs, balance, frame, gate, grant, team } = english;

test('shows a seller key once, and ends it @main', async ({
  page,
  desk,
  owner,
  manager,
  service,
}) => {
  await manager(['read'], 'Mia');
  const works = async (sellerkey: string) => {
    const query = new URLSearchParams({ sellerkey, type: 'setseller' }).toString();
    return (await fetch(`${service.url}/api/seller/?${query}`)).status === 200;
  };
  await desk.signIn(owner, 'team', 'Mia');
  const key = async (label: string) => {
    await button(page, label).click();
    await submit(page, accountDialogs.keySubmit);
    const text = await dialog(page).locator('code').innerText();
    await button(page, accountDialogs.done).click();
    await expect(page.getByRole('main')).not.toContainText(text);
    return text;
  };
  const first = await key(account.createKey);
  expect(await works(first)).toBe(true);
  const second = await key(account.newKey);
  expect([await works(first), await works(second)]).toEqual([false, true]);
  await button(page, account.endKey).click();
  await submit(page, account.endKey);
  await expect(page.getByText(accountDialogs.endKeyDone('Mia'))).toBeVisible();
  expect(await works(second)).toBe(false);
  await expect(button(page, account.createKey)).toBeVisible();
});

test('bans an account with a reason, and lifts the ban', async ({
  page,
  desk,
  owner,
  manager,
  seller,
  service,
}) => {
  const acts = await signInElsewhere(service, await manager(['read'], 'Mia'));
  const bystander = await signInElsewhere(service, await manager(['read'], 'Berta'));
  const access = async (ask: typeof acts) => {
    const { applications } = (await ask('me')).body;
    return Array.isArray(applications) ? applications.length : 0;
  };
  await desk.signIn(owner, 'team', 'Mia');
  await openMenu(page, account.ban);
  await page.getByLabel(accountDialogs.reason).fill('Left the team');
  await submit(page, account.ban);
  await expect(page.getByText(accountDialogs.banDone('Mia'))).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Left the team');
  expect([await access(acts), await access(bystander)]).toEqual([0, 1]);
  await desk.expectAccessible();
  await button(page, account.unban).click();
  await submit(page, account.unban);
  await expect(page.getByText(accountDialogs.unbanDone('Mia'))).toBeVisible();
  expect(await access(acts)).toBe(1);
  expect(await accountOf(seller, 'Mia')).toMatchObject({ state: 'on', banreason: '' });
});

test('deletes a reseller, whose keys remain', async ({
  page,
  desk,
  shop,
  owner,
  reseller,
  seller,
  service,
}) => {
  const rita = await reseller(['1'], { month: '5' }, 'Rita');
  await reseller(['1'], {}, 'Berta');
  const acts = await signInElsewhere(service, rita);
  const made = await acts('add', { application: shop.app.name, expiry: '30', level: '1' });
  await desk.signIn(owner, 'team', 'Rita');
  await openMenu(page, account.delete);
  await expect(dialog(page)).toContainText(accountDialogs.deleteReseller('Rita'));
  await expect(dialog(page)).toContainText(accountDialogs.deleteKeeps);
  await submit(page, account.delete);
  await expect(page.getByRole('heading', { level: 1, name: team.title })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Berta');
  expect(await accountOf(seller, 'Rita')).toBeUndefined();
  expect(await seller('info', { key: String(made.body['key']) })).toMatchObject({ level: '1' });
});

test('offers no ban or deletion of the own account', async ({ page, desk, manager, seller }) => {
  await manager(['read'], 'Berta');
  await desk.signIn(await manager(['all'], 'Mia'), 'team', 'Mia');
  await button(page, account.more).click();
  for (const name of [account.ban, account.delete])
    await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('menuitem', { name: account.delete }).click({ force: true });
  await expect(dialog(page)).toHaveCount(0);
  await desk.open('team', 'Berta');
  await openMenu(page, account.delete);
  await submit(page, account.delete);
  await expect(page.getByText(accountDialogs.deleteDone('Berta'))).toBeVisible();
  expect(await accountOf(seller, 'Berta')).toBeUndefined();
  expect(await accountOf(seller, 'Mia')).toMatchObject({ state: 'on' });
});

test('a new invitation resets password and second factor, and says so', async ({
  page,
  desk,
  owner,
  manager,
  service,
}) => {
  const mia = await manager(['read'], 'Mia');
  await desk.addSecondFactor(mia);
  const session = await signInElsewhere(service, await manager(['read'], 'Berta'));
  await desk.signIn(owner, 'team', 'Mia');
  await button(page, account.inviteAgain).click();
  await expect(dialog(page)).toContainText(accountDialogs.resetText('Mia'));
  await submit(page, accountDialogs.inviteSubmit);
  const link = await dialog(page).locator('code').innerText();
  const { ask } = browserAt(service.url);
  const token = new URL(link).hash.slice(1);
  expect((await ask('invitation', { token })).body).toMatchObject({ needsPassword: false });
  const password = 'another password';
  expect((await ask('acceptinvitation', { token, password })).body).toMatchObject({
    success: true,
  });
  const again = await signInElsewhere(service, { ...mia, password });
  expect((await again('me')).body).toMatchObject({ hasSecondFactor: false });
  expect((await session('me')).body).toMatchObject({ name: 'Berta' });
});

test('requests the password again, and a wrong one changes nothing', async ({
  page,
  desk,
  owner,
  reseller,
  seller,
}) => {
  await reseller(['1'], { month: '5' }, 'Rita');
  await desk.signIn(owner, 'team', 'Rita');
  await desk.ageSessions(400);
  await button(page, account.changeBalance).click();
  const { year } = words.keyDurations;
  await page.getByLabel(grant.amount(year)).fill('3');
  await submit(page, grant.giveSubmit(balance.keysOf(3, '3', year)));
  const again = page.getByRole('dialog', { name: gate.title });
  await again.getByLabel(frame.password).fill('not the password');
  await again.getByRole('button', { name: gate.confirm }).click();
  await expect(again.getByRole('alert')).toHaveText(gate.wrong);
  expect((await seller('fetchbalance', { username: 'Rita' }))['balances']).toHaveLength(1);
  await again.getByLabel(frame.password).fill(owner.password);
  await again.getByRole('button', { name: gate.confirm }).click();
  await expect(page.getByText(grant.done('Rita'))).toBeVisible();
  expect((await seller('fetchbalance', { username: 'Rita' }))['balances']).toHaveLength(2);
});
