// Launching the protected app, which proves its session to the service and receives a secret.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, launchButton, secret, signIn, test } from './preview.ts';

/** Runs until the file exists or its folder is gone. */
const waitingApp = `
  const { existsSync } = require('node:fs');
  const [file, folder] = process.argv.slice(2);
  setInterval(() => {
    if (existsSync(file) || !existsSync(folder)) process.exit(3);
  }, 50);
`;

test('launches an app that gets the secret, and reports its exit', async ({
  loader,
  preview,
  service,
}) => {
  const user = await service.addUser();
  await signIn(loader, user);
  expect(preview.output()).not.toContain(secret);
  await launchButton(loader).click();
  await expect.poll(preview.output).toContain(secret);
  await expect(loader.getByRole('status')).toHaveText(/is running$/);
  await expect(launchButton(loader)).toBeVisible();
});

test('writes neither password nor session to output, log or page', async ({
  loader,
  preview,
  service,
}) => {
  const user = await service.addUser({ password: 'very-private-words-17' });
  await signIn(loader, user);
  await launchButton(loader).click();
  await expect.poll(preview.output).toContain(secret);
  for (const written of [preview.output(), service.logText(), await loader.content()]) {
    expect(written).not.toContain('very-private-words-17');
    expect(written).not.toContain('sessionid=');
  }
});

test('disables sign-out while the program runs, then reports its exit code', async ({
  page: loader,
  startPreview,
  service,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-waiting-app-'));
  const [app, finish] = [join(folder, 'app.cjs'), join(folder, 'finish')];
  writeFileSync(app, waitingApp);
  const { url } = await startPreview(service, {
    path: '{node}',
    args: [app, finish, folder],
  });
  const user = await service.addUser();
  await loader.goto(url);
  await signIn(loader, user);
  await launchButton(loader).click();
  await expect(loader.getByRole('main').getByText(/ is running$/)).toBeVisible();
  await expect(launchButton(loader)).toHaveCount(0);

  await loader.getByRole('button', { name: `Account of ${user.username}` }).click();
  const signOut = loader.getByRole('menuitem', { name: 'Sign out' });
  await expect(signOut).toBeDisabled();
  await expect(signOut).toHaveAccessibleDescription('Close Northwind Studio first.');

  writeFileSync(finish, '');
  await expect(loader.getByRole('complementary').getByText('the number 3')).toBeVisible();
  await expect(launchButton(loader)).toBeVisible();
  rmSync(folder, { recursive: true, force: true });
});

test('reports a missing program', async ({ page: loader, startPreview, service }) => {
  const { url } = await startPreview(service, { path: 'nothing/here', args: [] });
  await loader.goto(url);
  await signIn(loader, await service.addUser());
  await launchButton(loader).click();
  await expect(loader.getByRole('alert')).toContainText("Northwind Studio wasn't found");
  await expect(launchButton(loader)).toBeVisible();
});
