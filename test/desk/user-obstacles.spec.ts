// The page of a user says why they cannot sign in, and removes each obstacle.
import { expect, test } from './desk-page.ts';
import type { DeskSeller } from './desk-seller.ts';
import { addUsers, confirm, passwordOf, signInAs } from './users-parts.ts';

interface Obstacle {
  readonly name: string;
  /** Puts both users into the state. */
  readonly cause: (shop: DeskSeller, user: string) => Promise<unknown>;
  readonly code: string;
  readonly sentence: RegExp;
  /** The button beside the sentence, the button of the dialog, and what is announced. */
  readonly fix: readonly [string, string, string];
}

const obstacles: readonly Obstacle[] = [
  {
    name: 'a ban',
    cause: ({ seller }, user) => seller('banuser', { user, reason: 'Shared it' }),
    code: 'banned',
    sentence: /anna has been banned since .* Shared it/,
    fix: ['Lift the ban', 'Lift the ban', 'anna is not banned any more.'],
  },
  {
    name: 'another computer',
    cause: ({ seller }, user) => seller('addhwiduser', { user, hwid: 'e'.repeat(64) }),
    code: 'wrong-device',
    sentence: /anna uses another computer: desk of anna/,
    fix: ['Remove a computer', 'Remove', 'The computer of anna is removed.'],
  },
  {
    name: 'a pause',
    cause: ({ seller }, user) => seller('pauseuser', { username: user }),
    code: 'subscription-paused',
    sentence: /A subscription of anna is paused: Pro/,
    fix: ['Resume subscriptions', 'Resume', 'The subscriptions of anna run again.'],
  },
  {
    name: 'an end',
    cause: ({ seller }, user) =>
      seller('subtract', { user, sub: 'Pro', seconds: String(40 * 86_400) }),
    code: 'no-subscription',
    sentence: /The subscription of anna has ended: Pro/,
    fix: ['Extend', 'Extend', 'anna has more time.'],
  },
];

for (const { name, cause, code, sentence, fix } of obstacles)
  test(`removes the obstacle of a sign-in: ${name}`, async ({ page, desk, owner, shop }) => {
    await addUsers(shop, 'anna', 'berta');
    for (const user of ['anna', 'berta']) {
      await cause(shop, user);
      expect(await signInAs(shop, user)).toBe(code);
    }
    await desk.signIn(owner, 'users', 'anna');
    const answer = page.getByRole('region', { name: 'Can they sign in?' });
    await expect(answer.getByText('No', { exact: true })).toBeVisible();
    const title = page.getByRole('heading', { level: 1 }).locator('..');
    await expect(title.getByText('Active')).toHaveCount(0);
    const owned = page.getByRole('region', { name: 'Subscriptions' });
    await expect(owned.getByRole('listitem').first()).toContainText('Pro');
    await expect(owned.getByText('Active')).toHaveCount(0);
    const row = answer.getByRole('listitem').filter({ hasText: sentence });
    const [beside, submit, announced] = fix;
    await row.getByRole('button', { name: beside, exact: true }).click();
    await confirm(page, submit, announced);
    await expect(answer.getByText('Yes', { exact: true })).toBeVisible();
    expect(await signInAs(shop, 'anna')).toBe('ok');
    // The other user has the same obstacle, and keeps it.
    expect(await signInAs(shop, 'berta')).toBe(code);
  });

test('removes an IP from the blacklist @main', async ({
  page,
  desk,
  owner,
  service,
  shop,
  seller,
}) => {
  await addUsers(shop, 'anna');
  expect(await signInAs(shop, 'anna')).toBe('ok');
  // The seller API refuses an IP that all users share.
  for (const data of ['127.0.0.1', '192.0.2.7'])
    await service.database
      .insertInto('blacklist')
      .values({ applicationId: shop.app.id, kind: 'ip', data, userId: null, createdAt: 1 })
      .execute();
  expect(await signInAs(shop, 'anna')).toBe('blacklisted');
  await desk.signIn(owner, 'users', 'anna');
  await page.getByRole('button', { name: 'Remove from the blacklist' }).click();
  await confirm(page, 'Remove', '127.0.0.1 is not on the blacklist any more.');
  expect(await signInAs(shop, 'anna')).toBe('ok');
  expect((await seller('fetchallblacks'))['blacklists']).toMatchObject([{ data: '192.0.2.7' }]);
});

test('resumes the application', async ({ page, desk, owner, shop, seller }) => {
  await addUsers(shop, 'anna');
  await seller('pauseapp');
  await desk.signIn(owner, 'users', 'anna');
  await page.getByRole('button', { name: 'Resume the application' }).click();
  await confirm(page, 'Resume', `${shop.app.name} runs again.`);
  expect(await signInAs(shop, 'anna')).toBe('ok');
});

test('turns two-factor sign-in off', async ({ page, desk, owner, service, shop }) => {
  await addUsers(shop, 'anna', 'berta');
  for (const user of ['anna', 'berta']) {
    const { request } = shop.openClient();
    await request('login', { username: user, pass: passwordOf(user), hwid: 'h'.repeat(64) });
    const offer = await request('2faenable', {});
    const secret = offer.ok ? (offer.value['2fa']?.secret_code ?? '') : '';
    const on = await request('2faenable', { code: service.totpCode(secret) });
    expect(on.ok).toBe(true);
    expect(await signInAs(shop, user, { computer: 'h'.repeat(64) })).toBe('code-needed');
  }
  await desk.signIn(owner, 'users', 'anna');
  await expect(page.getByText('Yes, with a code')).toBeVisible();
  const title = page.getByRole('heading', { level: 1 }).locator('..');
  await expect(title.getByText('Active')).toBeVisible();
  await page.getByRole('button', { name: 'Turn two-factor off' }).click();
  await confirm(page, 'Turn off', 'anna signs in without a code.');
  await expect(page.getByText('Yes', { exact: true })).toBeVisible();
  expect(await signInAs(shop, 'anna', { computer: 'h'.repeat(64) })).toBe('ok');
  expect(await signInAs(shop, 'berta', { computer: 'h'.repeat(64) })).toBe('code-needed');
});

test('proposes similar names for an unknown user', async ({ page, desk, owner, shop }) => {
  await addUsers(shop, 'anna', 'berta');
  await desk.signIn(owner, 'users', 'annna');
  await expect(page.getByText('There is no user annna')).toBeVisible();
  await expect(page.getByRole('link', { name: 'berta' })).toHaveCount(0);
  await desk.expectAccessible();
  await page.getByRole('link', { name: 'anna' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'anna' })).toBeVisible();
});
