// The page of one user: what it shows, and each action with its effect on the user.
import { readFile } from 'node:fs/promises';
import { expect, test } from './desk-page.ts';
import { addUsers, chooseAction, confirm, passwordOf, signInAs } from './users-parts.ts';

const day = 86_400;

test.beforeEach(async ({ shop, seller }) => {
  await addUsers(shop, 'anna', 'berta');
  await seller('editsub', { sub: 'Pro', computers: '2' });
  for (const user of ['anna', 'berta']) expect(await signInAs(shop, user)).toBe('ok');
});

test('shows subscriptions, computers, history and facts of one user @main', async ({
  page,
  desk,
  owner,
  shop,
  seller,
}) => {
  const { key } = await seller('add', { expiry: '60' });
  await seller('assignkey', { user: 'anna', key: String(key) });
  await seller('editemail', { user: 'anna', email: 'anna@example.org' });
  expect(await signInAs(shop, 'anna', { pass: 'guess', computer: 'laptop' })).toBe(
    'bad-credentials',
  );
  await desk.signIn(owner, 'users', 'anna');
  const plans = page.getByRole('region', { name: 'Subscriptions' });
  await expect(plans.getByText('90 days left')).toBeVisible();
  await plans.getByText('2 grants').click();
  await expect(plans.getByText(String(key))).toBeVisible();
  const computers = page.getByRole('region', { name: 'Computers' });
  await expect(computers.getByText('1 of 2')).toBeVisible();
  await expect(computers.getByText(/Windows 11 · Last seen/)).toBeVisible();
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByText('wrong password')).toBeVisible();
  await expect(history.getByRole('row')).toHaveCount(4);
  const facts = page.getByRole('region', { name: 'Facts' });
  for (const fact of ['127.0.0.1', 'Stored', String(key)])
    await expect(facts.getByText(fact)).toBeVisible();
  await expect(page.getByText(/Last refusal: .*wrong password/)).toBeVisible();
  const title = page.getByRole('heading', { level: 1 }).locator('..');
  await expect(title.getByText('Active')).toBeVisible();
  await expect(page.getByText('berta')).toHaveCount(0);
  await desk.expectAccessible([375, 900, 1440]);
});

test('gives and takes time, pauses, resumes and removes a subscription @main', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  await seller('addsub', { name: 'Team', level: '2' });
  const daysOf = async (user: string) => {
    const { subs } = await seller('usersub', { user });
    const list = subs as readonly { subscription: string; timeleft: number; paused: boolean }[]; // as its schema says
    return list.map((one) => `${one.subscription} ${Math.round(one.timeleft / day)}`).sort();
  };
  await desk.signIn(owner, 'users', 'anna');
  await page.getByRole('button', { name: 'Extend', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Subscription').selectOption('Team');
  await dialog.getByLabel('Days').fill('0');
  await expect(dialog.getByText('Enter a number of days above 0.')).toBeVisible();
  await dialog.getByLabel('Days').fill('7,6');
  const end = dialog.getByText(/^New end: /);
  await expect(end).toBeVisible();
  await confirm(page, 'Extend', `anna has more time. ${String(await end.textContent())}`);
  expect(await daysOf('anna')).toEqual(['Pro 30', 'Team 8']);
  await page.getByRole('button', { name: 'Actions for Pro' }).click();
  await page.getByRole('menuitem', { name: 'Take time' }).click();
  await dialog.getByLabel('Days').fill('10');
  await confirm(page, 'Take time', 'anna has less time.');
  await page.getByRole('button', { name: 'Actions for Team' }).click();
  await page.getByRole('menuitem', { name: 'Remove subscription' }).click();
  await expect(dialog.getByLabel('Subscription')).toHaveValue('Team');
  await confirm(page, 'Remove subscription', 'The subscription of anna is removed.');
  expect(await daysOf('anna')).toEqual(['Pro 20']);
  await chooseAction(page, 'Pause all subscriptions');
  await confirm(page, 'Pause', 'The subscriptions of anna are paused.');
  expect((await seller('usersub', { user: 'anna' }))['subs']).toMatchObject([{ paused: true }]);
  await chooseAction(page, 'Resume subscriptions');
  await confirm(page, 'Resume', 'The subscriptions of anna run again.');
  expect((await seller('usersub', { user: 'anna' }))['subs']).toMatchObject([{ paused: false }]);
  expect(await daysOf('berta')).toEqual(['Pro 30']);
});

test('removes computers and ends sessions', async ({ page, desk, owner, shop, seller }) => {
  expect(await signInAs(shop, 'anna', { computer: 'laptop' })).toBe('ok');
  expect(await signInAs(shop, 'anna', { computer: 'tablet' })).toBe('wrong-device');
  await desk.signIn(owner, 'users', 'anna');
  await page.getByRole('button', { name: 'Remove laptop' }).click();
  await expect(page.getByRole('dialog').getByLabel('Computer')).toHaveText(/laptop/);
  await confirm(page, 'Remove', 'The computer of anna is removed.');
  await expect(page.getByText('1 of 2')).toBeVisible();
  expect(await signInAs(shop, 'anna', { computer: 'tablet' })).toBe('ok');
  const sessionsOf = async (user: string) => (await seller('userdata', { user }))['sessions'];
  expect(await sessionsOf('anna')).toBe('2');
  await desk.open('users', 'anna');
  await chooseAction(page, 'Sign out everywhere');
  await confirm(page, 'Sign out', 'anna is signed out everywhere.');
  expect(await sessionsOf('anna')).toBe('0');
  await chooseAction(page, 'Remove all computers');
  await confirm(page, 'Remove all', 'All computers of anna are removed.');
  await expect(page.getByText('No computer is bound.')).toBeVisible();
  expect((await seller('userdata', { user: 'anna' }))['hwids']).toEqual([]);
  expect(await sessionsOf('berta')).toBe('1');
});

test('bans a user with a reason, and lifts the ban @main', async ({
  page,
  desk,
  owner,
  shop,
  seller,
}) => {
  await desk.signIn(owner, 'users', 'anna');
  await chooseAction(page, 'Ban');
  await page.getByLabel('Reason').fill('Chargeback <b>');
  await page.getByLabel('Also blacklist the last IP, 127.0.0.1').check();
  await confirm(page, 'Ban', 'anna is banned. The IP is not blacklisted');
  await expect(page.getByText('Chargeback <b>')).toBeVisible();
  expect(await signInAs(shop, 'anna')).toBe('banned');
  expect(await signInAs(shop, 'berta')).toBe('ok');
  await chooseAction(page, 'Lift the ban');
  await confirm(page, 'Lift the ban', 'anna is not banned any more.');
  expect(await signInAs(shop, 'anna')).toBe('ok');
  expect((await seller('fetchallblacks'))['blacklists']).toEqual([]);
});

test('sets a new password and shows it once', async ({ page, desk, owner, shop }) => {
  await desk.signIn(owner, 'users', 'anna');
  await chooseAction(page, 'Set a new password');
  await page.getByRole('dialog').getByRole('button', { name: 'Set password' }).click();
  const shown = page.getByRole('group', { name: 'Password' }).locator('code');
  const pass = await shown.innerText();
  expect(await signInAs(shop, 'anna', { pass })).toBe('ok');
  expect(await signInAs(shop, 'anna')).toBe('bad-credentials');
  expect(await signInAs(shop, 'berta')).toBe('ok');
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(pass)).toHaveCount(0);
});

test('changes name and e-mail, and keeps what was typed after a failure', async ({
  page,
  desk,
  owner,
  shop,
  seller,
}) => {
  await desk.signIn(owner, 'users', 'anna');
  await chooseAction(page, 'Change the name');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New name').fill('berta');
  await dialog.getByRole('button', { name: 'Change name' }).click();
  await expect(dialog.getByRole('alert')).toHaveText("This user name isn't available.");
  await expect(dialog.getByLabel('New name')).toHaveValue('berta');
  await dialog.getByLabel('New name').fill('anne');
  await confirm(page, 'Change name', 'The user is now called anne.');
  await expect(page.getByRole('heading', { level: 1, name: 'anne' })).toBeVisible();
  expect(await signInAs(shop, 'anne', { pass: passwordOf('anna'), computer: 'desk of anna' })).toBe(
    'ok',
  );
  await chooseAction(page, 'Change the e-mail');
  await dialog.getByLabel('New e-mail').fill('anne@example.org');
  await confirm(page, 'Change e-mail', 'The e-mail of anne is changed.');
  const hasMail = async (user: string) => (await seller('userdata', { user }))['hasemail'];
  expect([await hasMail('anne'), await hasMail('berta')]).toEqual([true, false]);
});

test('exports, deletes and erases a person', async ({ page, desk, owner, seller }) => {
  const names = async () => {
    const { users } = await seller('fetchallusers');
    return (users as readonly { username: string }[]).map(({ username }) => username); // as its schema says
  };
  await desk.signIn(owner, 'users', 'anna');
  await chooseAction(page, 'Export the data');
  const started = page.waitForEvent('download');
  await confirm(page, 'Download', 'The data of anna is downloaded.');
  const download = await started;
  expect(download.suggestedFilename()).toBe('anna.json');
  const text = await readFile(await download.path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ account: [{ username: 'anna' }] });
  expect(text).not.toContain('berta');
  await chooseAction(page, 'Erase the person');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type anna to confirm').fill('ann');
  await dialog.getByRole('button', { name: 'Erase' }).click();
  expect(await names()).toEqual(['anna', 'berta']);
  await dialog.getByLabel('Type anna to confirm').fill('anna');
  await confirm(page, 'Erase', 'anna is erased.');
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  expect(await names()).toEqual(['berta']);
  await page.getByRole('link', { name: 'berta' }).click();
  await chooseAction(page, 'Delete user');
  await confirm(page, 'Delete', 'berta is deleted.');
  await expect(page.getByText('No users yet')).toBeVisible();
  expect(await names()).toEqual([]);
});

test('sets, changes and deletes variables of one user', async ({
  page,
  desk,
  owner,
  manager,
  shop,
  seller,
}) => {
  await seller('setvar', { user: 'berta', var: 'colour', data: 'green' });
  const variables = async () => (await seller('fetchalluservars'))['vars'];
  const theirs = { user: 'berta', name: 'colour', data: 'green' };
  await desk.signIn(owner, 'users', 'anna');
  await page.getByRole('button', { name: 'Add a variable' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('colour');
  await dialog.getByLabel('Value').fill('red');
  await dialog.getByLabel("The user's program can't change it").check();
  await confirm(page, 'Add', 'anna has the variable.');
  const shown = page.getByRole('region', { name: 'Variables' });
  await expect(shown.getByRole('listitem')).toHaveText(/colour.*Read-only.*red/);
  expect(await variables()).toMatchObject([{ user: 'anna', data: 'red', readOnly: 1 }, theirs]);
  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'Actions for the variable colour' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Change');
  await dialog.getByLabel('Value of colour').fill('blue');
  await confirm(page, 'Change', 'The variable of anna is changed.');
  expect(await variables()).toMatchObject([{ user: 'anna', data: 'blue', readOnly: 1 }, theirs]);
  await desk.signIn(await manager(['read']), 'users', 'anna');
  await expect(shown.getByText('blue')).toBeVisible();
  await expect(shown.getByRole('button')).toHaveCount(0);
  await desk.signIn(owner, 'users', 'anna');
  await choose('Delete');
  await confirm(page, 'Delete', 'colour is deleted.');
  await expect(shown.getByRole('listitem')).toHaveCount(0);
  expect(await variables()).toMatchObject([theirs]);
  expect(await signInAs(shop, 'anna')).toBe('ok');
});
