// Creating an account in the preview, whose core has the word lists of the real loader.
import { expect, heading, launchButton, signIn, test } from './preview.ts';

test('refuses a guessable password and keeps the key, then confirms the account', async ({
  loader,
  service,
}) => {
  const key = await service.addLicense({ days: 30 });
  await loader.getByRole('button', { name: 'Have a license key?' }).click();
  await loader.getByLabel('License key').fill(key);
  await loader.getByRole('button', { name: 'Create an account' }).click();
  await loader.getByLabel('User name').fill('nora');
  const password = loader.getByLabel('Password', { exact: true });
  const submit = async (secret: string) => {
    const answer = loader.waitForResponse((response) => response.url().endsWith('/register'));
    await password.fill(secret);
    await loader.keyboard.press('Enter');
    await answer;
  };
  await submit('Northwind1!');
  await expect(loader.getByRole('alert')).toHaveText(/guessed in seconds/);
  await expect(password).toBeFocused();
  const users = service.database
    .selectFrom('users')
    .select('username')
    .where('username', '=', 'nora');
  expect(await users.execute()).toEqual([]);

  await submit('gale-otter-plum-9');
  await expect(heading(loader, 'Account created')).toBeFocused();
  await expect(loader.getByText("You're signed in as nora.")).toBeVisible();
  await expect(launchButton(loader)).toBeVisible();
  expect(await users.execute()).toEqual([{ username: 'nora' }]);
});

test('still signs in an account that has a guessable password', async ({ loader, service }) => {
  await signIn(loader, await service.addUser({ password: 'password1' }));
  await expect(launchButton(loader)).toBeVisible();
});
