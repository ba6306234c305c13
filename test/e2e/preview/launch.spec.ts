// Launching the protected app, which proves its session to the service and gets what only a signed-in session gets.
import { expect, launchButton, secret, signIn, test } from './preview.ts';

test('the launched app gets the secret, and its end is told', async ({
  loader,
  preview,
  service,
}) => {
  const user = await service.addUser();
  await signIn(loader, user);
  expect(preview.output()).not.toContain(secret);
  await launchButton(loader).click();
  await expect.poll(preview.output).toContain(secret);
  await expect(loader.getByText(/was closed/)).toBeVisible();
  await expect(launchButton(loader)).toBeVisible();
});

test('neither password nor session is written anywhere', async ({ loader, preview, service }) => {
  const user = await service.addUser({ password: 'very-private-words-17' });
  await signIn(loader, user);
  await launchButton(loader).click();
  await expect.poll(preview.output).toContain(secret);
  for (const written of [preview.output(), service.logText(), await loader.content()]) {
    expect(written).not.toContain('very-private-words-17');
    expect(written).not.toContain('sessionid=');
  }
});
