// Two-factor sign-in, recovery codes and the e-mail of a customer.
import { readFileSync } from 'node:fs';
import { expect, sheet, test } from './customer-page.ts';

test('turns two-factor sign-in on, saves recovery codes, and turns it off @main', async ({
  page,
  customer,
  service,
}) => {
  await customer.set({ recoveryCodes: 1 });
  const anna = await service.addUser({ username: 'anna' });
  await customer.signIn(anna);
  const twoFactor = sheet(page, 'Two-factor sign-in');
  await expect(twoFactor).toContainText('Off');
  await twoFactor.getByRole('button', { name: 'Turn on' }).click();
  const scan = page.getByRole('dialog', { name: 'Scan the QR code' });
  await expect(scan.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await customer.expectAccessible([320, 1400]);
  await customer.picture('scan');
  const secret = (await scan.locator('.scan .mono').innerText()).replaceAll(/\s/g, '');
  await scan.getByLabel('Code of the app').fill('000000');
  await scan.getByRole('button', { name: 'Turn on' }).click();
  await expect(scan.getByRole('alert')).toHaveText('This code is wrong or was already used.');
  await scan.getByLabel('Code of the app').fill(service.totpCode(secret));
  await page.keyboard.press('Enter');
  const saving = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(saving.getByRole('listitem')).toHaveCount(10);
  // They are shown only once, so Escape leaves them open.
  await page.keyboard.press('Escape');
  await customer.expectAccessible([320, 1400]);
  await customer.picture('recovery-codes');
  const download = page.waitForEvent('download');
  await saving.getByRole('button', { name: 'Save', exact: true }).click();
  const codes = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\n');
  expect(codes).toEqual(await saving.getByRole('listitem').allInnerTexts());
  await saving.getByRole('button', { name: 'I saved them' }).click();
  const confirming = page.getByRole('dialog', { name: 'Enter one of your codes' });
  await confirming.getByLabel('Recovery code').fill(codes[3] ?? '');
  await confirming.getByRole('button', { name: 'Confirm' }).click();
  await expect(twoFactor).toContainText('10 of 10 recovery codes left.');
  await expect(sheet(page, 'Recent changes')).toContainText('Two-factor sign-in turned on');
  await twoFactor.getByRole('button', { name: 'Turn off' }).click();
  const off = page.getByRole('dialog', { name: 'Turn off two-factor sign-in?' });
  await off.getByLabel('Password', { exact: true }).fill(anna.password);
  await off.getByLabel('One-time code or recovery code').fill(codes[4] ?? '');
  await off.getByRole('button', { name: 'Turn off' }).click();
  await expect(off).toBeHidden();
  await expect(twoFactor).toContainText('Off');
});

test('asks for password and code before new recovery codes', async ({
  page,
  customer,
  service,
}) => {
  await customer.set({ recoveryCodes: 1 });
  const theo = await service.addUser({ username: 'theo', totp: true });
  await customer.open();
  await page.getByLabel('Name or e-mail').fill('theo');
  await page.getByLabel('Password', { exact: true }).fill(theo.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const codeAt = (steps: number) =>
    service.totpCode(theo.totpSecret ?? '', Date.now() + steps * 30_000);
  await page.getByLabel('One-time code or recovery code').fill(codeAt(0));
  await page.getByRole('button', { name: 'Continue' }).click();
  await sheet(page, 'Two-factor sign-in')
    .getByRole('button', { name: 'New recovery codes' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'New recovery codes' });
  await dialog.getByLabel('Password', { exact: true }).fill('wrong');
  await dialog.getByLabel('One-time code or recovery code').fill(codeAt(1));
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Wrong name, e-mail or password.');
  await customer.expectAccessible([320]);
  await dialog.getByLabel('Password', { exact: true }).fill(theo.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('dialog', { name: 'Save your recovery codes' })).toBeVisible();
});

test('asks for the password before a change, and continues, or stops with Cancel', async ({
  page,
  customer,
  service,
}) => {
  const anna = await service.addUser({ username: 'anna' });
  await customer.signIn(anna);
  const signedInAt = Math.floor(Date.now() / 1000) - 400;
  await service.database.updateTable('sessions').set({ signedInAt }).execute();
  const turnOn = sheet(page, 'Two-factor sign-in').getByRole('button', { name: 'Turn on' });
  await turnOn.click();
  const again = page.getByRole('dialog', { name: 'Enter your password again' });
  await again.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await turnOn.click();
  await again.getByLabel('Password', { exact: true }).fill('wrong');
  await again.getByRole('button', { name: 'Continue' }).click();
  await expect(again.getByRole('alert')).toHaveText('Wrong name, e-mail or password.');
  await again.getByLabel('Password', { exact: true }).fill(anna.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Scan the QR code' })).toBeVisible();
});

test('changes the e-mail with a code that was mailed to it @main', async ({
  page,
  customer,
  service,
  smtp,
}) => {
  await customer.set({ accountMails: 1 });
  const anna = await service.addUser({ username: 'anna' });
  await customer.signIn(anna);
  const email = sheet(page, 'E-mail');
  await email.getByRole('button', { name: 'Add e-mail' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New e-mail').fill('anna@example.com');
  await dialog.getByRole('button', { name: 'Send a code' }).click();
  await expect(dialog.getByLabel('Code of the mail')).toBeFocused();
  await customer.expectAccessible([320]);
  await expect.poll(() => smtp.mails.length).toBe(1);
  const code = /^([0-9a-z]{4}-[0-9a-z]{4})\r?$/m.exec(smtp.mails[0]?.text ?? '')?.[1] ?? '';
  await dialog.getByLabel('Code of the mail').fill('0000-0000');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('This code is wrong or was already used.');
  await dialog.getByLabel('Code of the mail').fill(code.toUpperCase());
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(email).toContainText('a***@example.com');
  await expect(email).toContainText('Confirmed');
});

test('a lost connection in the middle says so, and a second try has one effect', async ({
  page,
  customer,
  service,
}) => {
  const anna = await service.addUser({ username: 'anna' });
  await customer.signIn(anna);
  await sheet(page, 'Two-factor sign-in').getByRole('button', { name: 'Turn on' }).click();
  const scan = page.getByRole('dialog', { name: 'Scan the QR code' });
  const secret = (await scan.locator('.scan .mono').innerText()).replaceAll(/\s/g, '');
  await scan.getByLabel('Code of the app').fill(service.totpCode(secret));
  // The service turns it on, and the answer is lost.
  await page.route('**/api/2faenable', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await scan.getByRole('button', { name: 'Turn on' }).click();
  await expect(scan.getByRole('alert')).toContainText('cannot be reached');
  await page.unroute('**/api/2faenable');
  await scan.getByRole('button', { name: 'Turn on' }).click();
  await expect(sheet(page, 'Two-factor sign-in')).toContainText('On');
});

test('shows new recovery codes although the page cannot be read again', async ({
  page,
  customer,
  service,
}) => {
  await customer.set({ recoveryCodes: 1 });
  await customer.signIn(await service.addUser({ username: 'anna' }));
  await sheet(page, 'Two-factor sign-in').getByRole('button', { name: 'Turn on' }).click();
  const scan = page.getByRole('dialog', { name: 'Scan the QR code' });
  const secret = (await scan.locator('.scan .mono').innerText()).replaceAll(/\s/g, '');
  await scan.getByLabel('Code of the app').fill(service.totpCode(secret));
  await page.route('**/api/me', (route) => route.abort());
  await scan.getByRole('button', { name: 'Turn on' }).click();
  const saving = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(saving.getByRole('listitem')).toHaveCount(10);
});

test('a session that ends while the password is asked for shows the sign-in', async ({
  page,
  customer,
  service,
}) => {
  const anna = await service.addUser({ username: 'anna' });
  await customer.signIn(anna);
  const signedInAt = Math.floor(Date.now() / 1000) - 400;
  await service.database.updateTable('sessions').set({ signedInAt }).execute();
  await sheet(page, 'Two-factor sign-in').getByRole('button', { name: 'Turn on' }).click();
  const again = page.getByRole('dialog', { name: 'Enter your password again' });
  await again.getByLabel('Password', { exact: true }).fill(anna.password);
  await service.database.deleteFrom('sessions').execute();
  await again.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Your session has ended. Sign in again.')).toBeVisible();
});
