// The computers of a user in the desk: those of one name, and removed ones that still run offline.
import { expect, test } from './desk-page.ts';
import { addUsers, confirm, signInAs } from './users-parts.ts';

test('tells computers of one name apart, and says which removed ones still run offline', async ({
  page,
  desk,
  owner,
  shop,
  seller,
}) => {
  await addUsers(shop, 'anna');
  await seller('editsub', { sub: 'Pro', computers: '2' });
  expect(await signInAs(shop, 'anna')).toBe('ok');
  await seller('updatesettings', { offlinehours: '72', resets: '2' });
  // Bound last, also within the same second, because its id sorts last.
  const sameName = { hwid: 'other'.padEnd(64, '.'), offline: '1' } as const;
  expect(await signInAs(shop, 'anna', sameName)).toBe('ok');
  await desk.signIn(owner, 'users', 'anna');
  const computers = page.getByRole('region', { name: 'Computers' });
  await expect(computers.getByText(/Works offline until/)).toHaveCount(1);
  const second = computers.getByRole('button', { name: /^Remove .+ \(2\)$/ });
  await second.click();
  await confirm(page, 'Remove', 'The computer of anna is removed.');
  await expect(computers.getByText(/^Seat free, still runs offline until/)).toBeVisible();
  await expect(page.getByText(/It still runs offline until .+\./)).toBeVisible();
  await expect(computers.getByText('1 of 2')).toBeVisible();
  await expect(second).toBeHidden();
});
