// Sign-in with and without a second factor, and refusals.
import { announcement, expect, heading, launchButton, signIn, test } from './preview.ts';

test('signs in and shows the subscription with its end date', async ({ loader, service }) => {
  const user = await service.addUser({ subscription: { days: 30 } });
  await signIn(loader, user);
  await expect(launchButton(loader)).toBeVisible();
  await expect(loader.getByText('Pro', { exact: true })).toBeVisible();
  await expect(loader.getByText(/^until .* · 30 days left$/)).toBeVisible();
  await expect(loader.getByText(announcement)).toBeVisible();
});

test('signs in by keyboard alone', async ({ loader, service }) => {
  const { username, password } = await service.addUser();
  await expect(loader.getByLabel('User name')).toBeFocused();
  await loader.keyboard.type(username);
  await loader.keyboard.press('Enter');
  await loader.keyboard.type(password);
  await loader.keyboard.press('Enter');
  await expect(launchButton(loader)).toBeVisible();
});

test('keeps the user name and clears the password after a wrong password', async ({
  loader,
  service,
}) => {
  const user = await service.addUser();
  await signIn(loader, { ...user, password: 'not-this-one' });
  await expect(loader.getByRole('alert')).toContainText('Incorrect user name or password');
  await expect(loader.getByLabel('User name')).toHaveValue(user.username);
  const password = loader.getByLabel('Password', { exact: true });
  await expect(password).toHaveValue('');
  await expect(password).toBeFocused();
  await signIn(loader, user);
  await expect(launchButton(loader)).toBeVisible();
});

test('shows the same message for an unknown user as for a wrong password', async ({ loader }) => {
  await signIn(loader, { username: 'nobody-here', password: 'not-this-one' });
  await expect(loader.getByRole('alert')).toContainText('Incorrect user name or password');
});

test('asks for a code, rejects a wrong one and accepts the correct one', async ({
  loader,
  service,
}) => {
  const user = await service.addUser({ totp: true });
  const totpSecret = user.totpSecret ?? '';
  await signIn(loader, user);
  const code = loader.getByLabel('Six-digit code');
  await expect(code).toBeFocused();
  await expect(loader.getByText(user.username)).toBeVisible();

  const now = Date.now();
  const near = [-60_000, -30_000, 0, 30_000, 60_000].map((ms) =>
    service.totpCode(totpSecret, now + ms),
  );
  const wrong = ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (candidate) => !near.includes(candidate),
  );
  await code.pressSequentially(wrong ?? '');
  await expect(loader.getByRole('alert')).toContainText('That code is incorrect');
  await expect(code).toHaveValue('');
  await expect(code).toBeFocused();

  await code.pressSequentially(service.totpCode(totpSecret));
  await loader.keyboard.press('Enter');
  await expect(launchButton(loader)).toBeVisible();
});

test('returns from the code step to the form with the user name', async ({ loader, service }) => {
  const user = await service.addUser({ totp: true });
  await signIn(loader, user);
  await loader.getByRole('button', { name: 'Back' }).click();
  await expect(loader.getByLabel('User name')).toHaveValue(user.username);
  await expect(loader.getByLabel('Password', { exact: true })).toHaveValue('');
});

test('disables "Keep me signed in" and explains why', async ({ loader }) => {
  const remember = loader.getByRole('checkbox', { name: 'Keep me signed in' });
  await expect(remember).toBeDisabled();
  await expect(remember).not.toBeChecked();
  await expect(remember).toHaveAccessibleDescription(/Not available in the preview/);
});

test('ends the session at sign-out and shows the form', async ({ loader, service }) => {
  const user = await service.addUser();
  await signIn(loader, user);
  await loader.getByRole('button', { name: `Account of ${user.username}` }).click();
  await loader.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(heading(loader, 'Sign in')).toBeVisible();
  await loader.reload();
  await expect(heading(loader, 'Sign in')).toBeVisible();
});

for (const [subscription, words] of [
  ['expired', /ended/i],
  ['none', /not active yet/i],
  ['paused', /paused/i],
] as const)
  test(`reports a subscription that is ${subscription}`, async ({ loader, service }) => {
    await signIn(loader, await service.addUser({ subscription }));
    await expect(heading(loader, words)).toBeVisible();
    await expect(launchButton(loader)).toHaveCount(0);
  });

test('reports a banned account with the reason', async ({ loader, service }) => {
  await signIn(loader, await service.addUser({ banned: 'Charged back' }));
  await expect(heading(loader, /banned/i)).toBeVisible();
  await expect(loader.getByText(/Charged back/)).toBeVisible();
});
