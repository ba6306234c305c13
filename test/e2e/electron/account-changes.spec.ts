// Password reset from the form through the e-mail to the sign-in, and user name changes with and
// without a saved sign-in.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { fill } from '../../../src/copy/sentences.ts';
import { openSettings } from '../../gallery/picture.ts';
import { test } from '../../support/electron-app.ts';
import { signIn } from '../../support/electron-steps.ts';
import { startFakeSmtp } from '../../../packages/service/test/support/fake-smtp.ts';
import { startTestService } from '../../../packages/service/test/support/service.ts';
import {
  isForm,
  isReady,
  savedSignInsFile,
  savedFileNames,
  signInAndRemember,
  signOut,
} from './remember-steps.ts';

const { forgot, keyScreen, newName, redeem, register } = english;
const config = { accounts: { email: 'required' }, links: { contact: 'https://seller.example/' } };

async function changeName(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: fill(english.account.button, { name: from }) }).waitFor();
  await openSettings(page, 'Account');
  await page.getByRole('button', { name: english.account.changeName }).click();
  await page.getByLabel(newName.label).fill(to);
  await page.getByRole('button', { name: newName.submit }).click();
}

test('resets a forgotten password by mail and signs in with the new one', async ({
  open,
  home,
  picture,
}) => {
  const smtp = await startFakeSmtp();
  const smtpFile = path.join(home, 'smtp.json');
  const publicUrl = 'https://license.seller.example/';
  const settings = {
    url: `smtp://127.0.0.1:${smtp.port}`,
    from: 'no-reply@seller.example',
    publicUrl,
  };
  await writeFile(smtpFile, JSON.stringify(settings), { mode: 0o600 });
  const service = await startTestService({ smtpFile });
  const bystander = await service.addUser();
  const key = await service.addLicense({ days: 30 });
  const { page } = await open({ service, config });
  await page.getByRole('button', { name: english.signIn.haveKey }).click();
  await page.getByLabel(redeem.key).fill(key);
  await page.getByRole('button', { name: keyScreen.actions.register.label }).click();
  await page.getByLabel(english.signIn.username).fill('nora');
  await page.getByLabel(english.password.label, { exact: true }).fill('soon to be forgotten');
  await page.getByLabel(register.email).fill('nora@studio.example');
  await page.keyboard.press('Enter');
  await isReady(page);
  await signOut(page, { username: 'nora', password: '' });

  await page.getByRole('button', { name: english.links.forgot }).click();
  await page.getByLabel(english.signIn.username).fill('nora');
  await page.getByLabel(register.email).fill('somebody@else.example');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText("isn't the account's e-mail address");
  expect(smtp.mails).toHaveLength(0);
  await page.getByLabel(register.email).fill('nora@studio.example');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: forgot.sentTitle })).toBeVisible();
  await picture(page, 'forgot-sent');
  expect(smtp.mails.map(({ to }) => to)).toEqual(['nora@studio.example']);

  const token = /\/reset\?token=([A-Za-z0-9_-]{43})\s/.exec(smtp.mails[0]?.text ?? '')?.[1] ?? '';
  const given = { token, pass: 'a new one for nora', again: 'a new one for nora' };
  const changed = await fetch(`${service.url}/reset`, {
    method: 'POST',
    body: new URLSearchParams(given),
  });
  expect(changed.ok).toBe(true);
  await page.getByRole('button', { name: forgot.signIn }).click();
  await page.getByLabel(english.password.label, { exact: true }).fill('soon to be forgotten');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Incorrect user name or password');
  await signIn(page, { username: 'nora', password: 'a new one for nora' });
  await isReady(page);
  await signOut(page, { username: 'nora', password: '' });
  await signIn(page, bystander);
  await isReady(page);
  await smtp.close();
  await service.close();
});

test('reports a service that cannot send e-mails and shows the contact link', async ({
  open,
  service,
}) => {
  const { page } = await open({ config });
  await service.addUser({ username: 'anna' });
  await page.getByRole('button', { name: english.links.forgot }).click();
  await page.getByLabel(english.signIn.username).fill('anna');
  await page.getByLabel(register.email).fill('anna@studio.example');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText("The service can't send e-mails");
  const contact = fill(english.links.contact, { host: 'seller.example' });
  await expect(page.getByRole('button', { name: contact })).toBeVisible();
});

test('fills in a changed user name and rejects the old name when no sign-in is saved', async ({
  open,
  service,
}) => {
  const user = await service.addUser();
  await service.addUser({ username: 'taken' });
  const { page } = await open();
  await signIn(page, user);
  await isReady(page);
  await changeName(page, user.username, 'taken');
  await expect(page.getByRole('alert')).toContainText('This user name is taken');
  await page.getByLabel(newName.label).fill('nora');
  await page.keyboard.press('Enter');
  await isForm(page);
  await expect(page.getByLabel(english.signIn.username)).toHaveValue('nora');
  await expect(page.getByText('Your user name is now nora', { exact: true })).toBeVisible();
  await signIn(page, user);
  await expect(page.getByRole('alert')).toContainText('Incorrect user name or password');
  await signIn(page, { ...user, username: 'nora' });
  await isReady(page);
});

test('signs in automatically after a saved user name changes, now and at the next start', async ({
  open,
  service,
  home,
}) => {
  const user = await service.addUser();
  const first = await open({ keyStore: true });
  await signInAndRemember(first.page, user);
  await isReady(first.page);
  // The ready screen does not wait for the key store.
  await expect.poll(() => savedFileNames(home)).toEqual(['kept-sign-ins.json']);
  const before = await readFile(savedSignInsFile(home), 'utf8');
  await changeName(first.page, user.username, 'nora');
  const account = fill(english.account.button, { name: 'nora' });
  await expect(first.page.getByRole('button', { name: account })).toBeVisible();
  await isReady(first.page);
  await expect.poll(() => readFile(savedSignInsFile(home), 'utf8')).not.toBe(before);
  await first.close();
  const second = await open({ keyStore: true });
  await expect(second.page.getByRole('button', { name: account })).toBeVisible();
});
