// The key form: ways to use a key, pasting, and sign-in with a key alone.
import type { Page } from '@playwright/test';
import { german } from '../../src/copy/de/window.ts';
import { chooseKeyAction, fillNewAccount, sampleKey as key } from '../gallery/picture.ts';
import { demoInfo, failureOf, keyUsed, ready, signedOut } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const ways = ['Create an account', 'Redeem on your account', 'Sign in with only the key'] as const;
const done = {
  result: { ok: true, value: null },
  then: sessionOf(ready, { revision: 2 }),
} as const;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const keyField = (page: Page) => page.getByLabel('License key');
const userName = (page: Page) => page.getByLabel('User name');

test.describe('ways to use a key', () => {
  test('offers three ways to use a key, and Back returns to sign-in', async ({ page, open }) => {
    await open({ phase: signedOut });
    await button(page, 'Have a license key?').click();
    await expect(keyField(page)).toBeFocused();
    for (const name of ways) await expect(button(page, name)).toBeVisible();
    await button(page, 'Back').click();
    await expect(button(page, 'Sign in')).toBeVisible();
  });

  for (const [off, gone] of [
    ['register', 'Create an account'],
    ['redeem', 'Redeem on your account'],
    ['keySignIn', 'Sign in with only the key'],
  ] as const) {
    test(`hides ${off} when it is turned off`, async ({ page, open }) => {
      await open({
        phase: signedOut,
        info: { accounts: { ...demoInfo.accounts, [off]: false } },
      });
      await button(page, 'Have a license key?').click();
      for (const name of ways) await expect(button(page, name)).toHaveCount(name === gone ? 0 : 1);
    });

    test(`hides ${off} when the service lacks it`, async ({ page, open }) => {
      await open({ phase: signedOut, session: { unsupported: [off] } });
      await button(page, 'Have a license key?').click();
      for (const name of ways) await expect(button(page, name)).toHaveCount(name === gone ? 0 : 1);
    });
  }

  for (const [only, title] of [
    ['redeem', 'Redeem a key'],
    ['keySignIn', 'Sign in with only the key'],
    ['register', 'Your key'],
  ] as const)
    test(`skips the choice when only ${only} is available`, async ({ page, open }) => {
      const none = { register: false, redeem: false, keySignIn: false };
      await open({
        phase: signedOut,
        info: { accounts: { ...demoInfo.accounts, ...none, [only]: true } },
      });
      await button(page, 'Have a license key?').click();
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await expect(page.locator('button.outlined')).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(button(page, 'Sign in')).toBeVisible();
    });

  test('hides "Redeem a key" before and after sign-in when no way is available', async ({
    page,
    open,
  }) => {
    const none = { register: false, redeem: false, keySignIn: false };
    const info = { accounts: { ...demoInfo.accounts, ...none } };
    const bridge = await open({ phase: signedOut, info });
    await expect(button(page, 'Have a license key?')).toHaveCount(0);
    await bridge.publish(sessionOf(ready, { revision: 2 }));
    await expect(button(page, 'Launch')).toBeVisible();
    await expect(button(page, 'Have a license key?')).toHaveCount(0);
  });

  test('reports a way that the service rejects as unknown and hides it', async ({ page, open }) => {
    const failure = failureOf({ code: 'type-unknown' });
    const then = sessionOf(signedOut, { revision: 2, unsupported: ['register'] });
    await open({
      phase: signedOut,
      replies: { register: [{ result: { ok: false, failure }, then }] },
    });
    await chooseKeyAction(page, 'Create an account');
    await fillNewAccount(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText("The service doesn't offer this");
    await button(page, 'Back').click();
    await expect(keyField(page)).toHaveValue(key);
    await expect(button(page, 'Create an account')).toHaveCount(0);
    await expect(button(page, 'Redeem on your account')).toBeVisible();
  });

  test('reports a missing key on every way to use one', async ({ page, open }) => {
    await open({ phase: signedOut });
    await button(page, 'Have a license key?').click();
    for (const name of ways) {
      await button(page, name).click();
      await expect(page.getByRole('alert')).toHaveText('Paste or enter your key.');
      await expect(keyField(page)).toBeFocused();
    }
  });

  test('keeps the entered key across all ways and after Back', async ({ page, open }) => {
    await open({ phase: signedOut });
    await chooseKeyAction(page, 'Create an account');
    await expect(page.getByRole('form')).toHaveAccessibleDescription(new RegExp(key));
    await page.keyboard.press('Escape');
    await expect(keyField(page)).toHaveValue(key);
    await button(page, 'Redeem on your account').click();
    await expect(keyField(page)).toHaveValue(key);
    await expect(userName(page)).toBeFocused();
    await button(page, 'Back').click();
    await button(page, 'Sign in with only the key').click();
    await expect(keyField(page)).toHaveValue(key);
  });
});

test.describe('Paste', () => {
  test('reads the clipboard only when pressed and extracts the key from an e-mail', async ({
    page,
    open,
  }) => {
    const value = `Hello Nora,\n\nyour key: ${key}\n\nThank you!`;
    const bridge = await open({
      phase: signedOut,
      info: { keyPattern: '[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}' },
      replies: { readClipboard: [{ result: { ok: true, value } }] },
    });
    await button(page, 'Have a license key?').click();
    await keyField(page).fill('something else');
    expect(await bridge.inputsOf('readClipboard')).toHaveLength(0);
    await button(page, 'Paste').click();
    await expect(keyField(page)).toHaveValue(key);
    await expect(keyField(page)).toBeFocused();
    await expect(keyField(page)).toHaveAccessibleDescription(/found in the text/);
    expect(await bridge.inputsOf('readClipboard')).toHaveLength(1);
  });

  test('reports a clipboard without text and keeps the field', async ({ page, open }) => {
    await open({
      phase: signedOut,
      replies: { readClipboard: [{ result: { ok: true, value: null } }] },
    });
    await button(page, 'Have a license key?').click();
    await keyField(page).fill('NWND');
    await button(page, 'Paste').click();
    await expect(page.getByRole('alert')).toHaveText(/couldn't be pasted/);
    await expect(keyField(page)).toHaveValue('NWND');
  });
});

test.describe('sign-in with a key alone', () => {
  test('explains the consequences, then signs in', async ({ page, open }) => {
    const bridge = await open({ phase: signedOut, replies: { signInWithKey: [done] } });
    await chooseKeyAction(page, 'Sign in with only the key');
    await expect(page.getByText(/creates a separate account.*can't redeem it/)).toBeVisible();
    await expect(page.getByText('Saves your key on this computer, encrypted.')).toBeVisible();
    await page.getByLabel('Keep me signed in').check();
    await button(page, 'Sign in with the key').click();
    await expect(button(page, 'Launch')).toBeVisible();
    expect(await bridge.inputsOf('signInWithKey')).toEqual([{ key, remember: true }]);
  });

  test('shows the code screen without the key when a code is needed', async ({ page, open }) => {
    const then = sessionOf({ kind: 'code-needed', username: 'NWND-••••-91KD' }, { revision: 2 });
    await open({
      phase: signedOut,
      replies: { signInWithKey: [{ result: { ok: true, value: null }, then }] },
    });
    await chooseKeyAction(page, 'Sign in with only the key');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Six-digit code')).toBeFocused();
    await expect(page.getByText('NWND-••••-91KD')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain(key);
  });

  test('tells the user of a used key to sign in with the user name', async ({ page, open }) => {
    await open({ phase: signedOut, replies: { signInWithKey: [keyUsed] } });
    await chooseKeyAction(page, 'Sign in with only the key');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('Sign in with the user name');
    await expect(keyField(page)).toBeFocused();
  });
});

test('closes the key form when a full-screen state appears @main', async ({ page, open }) => {
  const bridge = await open({ phase: signedOut });
  await chooseKeyAction(page, 'Create an account');
  await bridge.publish(
    sessionOf(
      { kind: 'app-paused', report: { reportId: '0'.repeat(32), sellerText: null } },
      { revision: 2 },
    ),
  );
  await expect(page.getByRole('heading', { name: 'Northwind Studio is paused' })).toBeFocused();
  await bridge.publish(sessionOf(signedOut, { revision: 3 }));
  await expect(button(page, 'Sign in')).toBeVisible();
});

for (const [size, viewport, fontSize] of [
  ['a width of 320 pixels', { width: 320, height: 560 }, '100%'],
  ['text at 200%', { width: 480, height: 680 }, '200%'],
] as const)
  test(`fits the window in German with ${size}`, async ({ page, open }) => {
    await page.setViewportSize(viewport);
    const language = { ...demoInfo.language, current: 'de' } as const;
    const accounts = { ...demoInfo.accounts, email: 'optional' } as const;
    await open({ phase: signedOut, info: { language, accounts } });
    await page.evaluate((given) => {
      document.documentElement.style.fontSize = given;
    }, fontSize);
    const names = german.keyScreen.actions;
    const expectFits = async () => {
      const wider = await page.evaluate(() =>
        [...document.querySelectorAll('html, main, .column, .button, .field, .ways p')]
          .filter((element) => element.scrollWidth > element.clientWidth + 1)
          .map(({ tagName, className }) => `${tagName}.${className}`),
      );
      expect(wider).toEqual([]);
    };
    await expectFits();
    await button(page, german.signIn.haveKey).click();
    await page.getByLabel(german.redeem.key).fill(key);
    await expectFits();
    for (const { label } of Object.values(names)) {
      await button(page, label).click();
      await expect(page.locator('button.submit, .submit button')).toBeVisible();
      await expectFits();
      await button(page, german.navigation.back).click();
    }
  });
