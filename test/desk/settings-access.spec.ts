// The settings: secrets, the address of sellers, people who may only read, and a failed change.
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { german } from '../../packages/desk/src/copy/de/desk.ts';
import { expect, test } from './desk-page.ts';
import { expectSettings, press } from './settings-parts.ts';
import { confirm } from './users-parts.ts';

const { settings } = english;

test('replaces secrets without showing them, and never sends a mask @main', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  const { plain, secret } = settings;
  const webhook = 'https://hooks.example.com/secret-part';
  await seller('updatesettings', { webhook, sellixsecret: 'shop-secret' });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await desk.signIn(owner, 'settings', 'developers');
  await desk.expectAccessible();
  await expect(page.getByText('https://hooks.example.com/****')).toBeVisible();
  expect(await page.content()).not.toContain('secret-part');
  const dialog = page.getByRole('dialog');
  await press(page, secret.replaceOf(plain.webhook.name));
  await expect(dialog.getByLabel(secret.next)).toHaveValue('');
  await dialog.getByRole('button', { name: secret.replace }).click();
  await dialog.getByLabel(secret.next).fill('http://127.0.0.1/x');
  await dialog.getByRole('button', { name: secret.replace }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(dialog.getByLabel(secret.next)).toHaveValue('http://127.0.0.1/x');
  await dialog.getByLabel(secret.next).fill('https://other.example.com/new-part');
  await confirm(page, secret.replace, settings.saved(plain.webhook.name));
  await expectSettings(seller, { webhook: 'https://other.example.com/****', sellixsecret: '****' });
  await press(page, secret.removeOf(plain.webhook.name));
  await confirm(page, secret.remove, plain.webhook.unset);
  await expectSettings(seller, { webhook: '', sellixsecret: '****' });
  expect(sent.filter((body) => body.includes('****'))).toEqual([]);
});

test('allows only the address of the person, and any address again', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  const { address } = settings;
  await desk.signIn(owner, 'settings', 'developers');
  await press(page, address.only);
  await expect(page.getByRole('dialog')).toContainText(address.wayBack);
  await confirm(page, address.only, address.done);
  await expectSettings(seller, { selleraddress: '127.0.0.1', banaddress: false });
  await press(page, address.any);
  await confirm(page, address.any, settings.plain.selleraddress.unset);
  await expectSettings(seller, { selleraddress: '' });
});

test('a manager who may only read sees the settings without controls', async ({
  page,
  desk,
  manager,
}) => {
  await desk.signIn(await manager(['read']), 'settings');
  for (const section of Object.keys(settings.sections)) {
    await desk.open('settings', section);
    await expect(page.getByText(settings.readOnly)).toBeVisible();
    await expect(page.locator('.settings .row').nth(1)).toBeVisible();
    const names = await page.locator('.settings').getByRole('button').allTextContents();
    expect(names.filter((name) => name !== english.frame.copy)).toEqual([]);
    await expect(page.getByRole('switch')).toHaveCount(0);
  }
  await desk.expectAccessible();
});

test('resellers have no settings', async ({ page, desk, reseller }) => {
  await desk.signIn(await reseller(['1']), 'settings');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english.frame.notFound);
});

test('shows a failed change beside its setting, which keeps its state', async ({
  page,
  desk,
  owner,
  seller,
}) => {
  const { flags } = settings;
  await desk.signIn(owner, 'settings', 'sign-in');
  await page.route('**/desk/api/updatesettings', (route) => route.abort());
  desk.permitFaults(/net::ERR_FAILED/);
  const control = page.getByRole('switch', { name: flags.changepassword.name });
  await expect(control).toBeChecked();
  await control.click();
  await expect(page.getByRole('alert')).toHaveText(english.failures.byCode['no-connection']);
  await expect(control).toBeChecked();
  await expectSettings(seller, { changepassword: true });
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });
  test('has German words for each section', async ({ page, desk, owner }) => {
    await desk.signIn(owner, 'settings');
    for (const [section, label] of Object.entries(german.settings.sections)) {
      await desk.open('settings', section);
      await expect(page.getByRole('link', { name: label })).toHaveAttribute('aria-current', 'page');
    }
    await desk.expectAccessible();
  });
});
