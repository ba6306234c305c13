// A user who asked on the customers' page for the deletion of the account.
import { expect, test } from './desk-page.ts';
import { addUsers } from './users-parts.ts';

test('the page of a user says when the account is deleted', async ({
  page,
  desk,
  owner,
  shop,
  service,
}) => {
  await addUsers(shop, 'anna');
  const deletesAt = Date.UTC(2030, 2, 17, 12) / 1000;
  await service.database
    .updateTable('users')
    .set({ deletesAt })
    .where('username', '=', 'anna')
    .execute();
  await desk.signIn(owner, 'users', 'anna');
  const facts = page.getByRole('region', { name: 'Facts' });
  await expect(facts.getByText(/^Will be deleted on .*2030, as the user asked$/)).toBeVisible();
  await expect(page.getByText(/anna will be deleted on .*2030/)).toBeVisible();
  await desk.expectAccessible([375, 1440]);
});
