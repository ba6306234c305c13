// Recovery codes on the page: typing one at the code step, creating and confirming new ones,
// the keys that lead back, and removal of the codes from the page.
import type { Page } from '@playwright/test';
import { ableAccount } from '../gallery/computers.ts';
import { openPage, openSettings } from '../gallery/picture.ts';
import {
  fillNewCodes,
  hasCodes,
  openCodes,
  openConfirmation,
  openMakeCodes,
  openNewCodes,
  openRecoveryStep,
  sampleCodes,
  submitConfirmation,
} from '../gallery/recovery-codes.ts';
import { failureOf } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const [code = ''] = sampleCodes;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const main = (page: Page) => page.locator('main');
const field = (page: Page) => page.getByRole('textbox', { name: 'Recovery code' });
const codeNeeded = { kind: 'code-needed', username: 'theo', recovery: true } as const;
const account = ableAccount.account;

test.describe('the code step', () => {
  test('offers recovery codes only if the service accepts one @main', async ({ page, open }) => {
    await open({ phase: { kind: 'code-needed', username: 'theo' } });
    await expect(page.getByLabel('Six-digit code')).toBeFocused();
    await expect(button(page, 'Use a recovery code')).toHaveCount(0);
  });

  for (const typed of ['4f7k-92mx', '4F7K 92MX', ' 4f7k92mx ', '4F7K–92MX', '4f7k 92mx\n'])
    test(`sends ${JSON.stringify(typed)} in the canonical form`, async ({ page, open }) => {
      const bridge = await open({ phase: codeNeeded, replies: { submitCode: ['hold'] } });
      await openRecoveryStep(page);
      await expect(field(page)).toBeFocused();
      await field(page).fill(typed);
      expect(await bridge.inputsOf('submitCode')).toEqual([]);
      await page.keyboard.press('Enter');
      await expect.poll(() => bridge.inputsOf('submitCode')).toEqual([{ code }]);
      await expect(field(page)).toHaveValue('');
    });

  test('explains the form of a recovery code on other input, and sends nothing', async ({
    page,
    open,
  }) => {
    const bridge = await open({ phase: codeNeeded });
    await openRecoveryStep(page);
    await field(page).fill('042917');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(
      'A recovery code has eight letters and digits, such as 4f7k-92mx.',
    );
    await expect(field(page)).toBeFocused();
    expect(await bridge.inputsOf('submitCode')).toEqual([]);
  });

  test('returns to the one-time code by the link and by Escape', async ({ page, open }) => {
    const bridge = await open({ phase: codeNeeded });
    await openRecoveryStep(page);
    await button(page, 'Use a code from your app').click();
    await expect(page.getByLabel('Six-digit code')).toBeFocused();
    await openRecoveryStep(page);
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Six-digit code')).toBeFocused();
    expect(await bridge.inputsOf('goBack')).toEqual([]);
  });

  test('names the refused kind of code, without advice about clocks', async ({ page, open }) => {
    const facts = { code: 'bad-code', failures: 4, clockOffsetMs: 95_000, triesLeft: 2 } as const;
    const failure = failureOf({ ...facts, retryAt: null, recovery: true });
    await open({
      phase: codeNeeded,
      replies: { submitCode: [{ result: { ok: false, failure } }] },
    });
    await openRecoveryStep(page);
    await field(page).fill(code);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(
      'That recovery code is incorrect. 2 attempts left before you have to wait.',
    );
  });
});

test.describe('new codes', () => {
  test('are made with password and code, listed, and confirmed with one of them', async ({
    page,
    open,
  }) => {
    const then = sessionOf(
      { ...ableAccount, account: { ...account, recoveryCodes: 10 } },
      { revision: 2 },
    );
    const bridge = await open(
      openCodes({ confirmRecoveryCodes: [{ result: { ok: true, value: null }, then }] }),
    );
    await openSettings(page, 'Security');
    await expect(main(page)).toContainText('7 of 10 left.');
    await button(page, 'New codes').click();
    await expect(main(page)).toContainText('Your old codes work until you confirm the new ones.');
    await fillNewCodes(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused();
    expect(await bridge.inputsOf('offerRecoveryCodes')).toEqual([
      { password: 'correct horse', code: '123456' },
    ]);
    await expect(
      page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem'),
    ).toHaveText([...sampleCodes]);
    await button(page, 'I saved them').click();
    expect(await hasCodes(page)).toBe(false);
    await field(page).fill('4F7K 92MX');
    await page.keyboard.press('Enter');
    await expect(main(page).getByText('Your new recovery codes are active')).toBeVisible();
    expect(await bridge.inputsOf('confirmRecoveryCodes')).toEqual([{ code }]);
    await expect(main(page)).toContainText('10 of 10 left.');
  });

  test('do not mention old codes if there were none', async ({ page, open }) => {
    const then = sessionOf(
      { ...ableAccount, account: { ...account, recoveryCodes: 10 } },
      { revision: 2 },
    );
    await open({
      ...openCodes({ confirmRecoveryCodes: [{ result: { ok: true, value: null }, then }] }),
      phase: { ...ableAccount, account: { ...account, recoveryCodes: 0 } },
    });
    await openSettings(page, 'Security');
    await button(page, 'New codes').click();
    await fillNewCodes(page);
    await page.keyboard.press('Enter');
    await button(page, 'I saved them').click();
    await field(page).fill('4F7K 92MX');
    await page.keyboard.press('Enter');
    await expect(
      main(page).getByText('Your recovery codes are active', { exact: true }),
    ).toBeVisible();
    await expect(main(page)).toContainText('Use one if you lose your phone.');
    await expect(main(page)).not.toContainText('old ones');
  });

  test('are made with a recovery code by a user who lost the phone', async ({ page, open }) => {
    const bridge = await open(openCodes());
    await openMakeCodes(page);
    await page.getByLabel('Current password').fill('correct horse');
    await button(page, 'Use a recovery code').click();
    await expect(field(page)).toBeFocused();
    await field(page).fill('0D3H 77QZ');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => bridge.inputsOf('offerRecoveryCodes'))
      .toEqual([{ password: 'correct horse', code: '0d3h-77qz' }]);
  });

  test('need no password for an account with only a key', async ({ page, open }) => {
    const bridge = await open({
      ...openCodes(),
      phase: { ...ableAccount, account: { ...account, byKey: true } },
    });
    await openSettings(page, 'Security');
    await button(page, 'New codes').click();
    await expect(page.getByLabel('Current password')).toHaveCount(0);
    await page.getByLabel('Six-digit code').fill('123456');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => bridge.inputsOf('offerRecoveryCodes'))
      .toEqual([{ password: null, code: '123456' }]);
  });

  test('send nothing while the password or the code is missing', async ({ page, open }) => {
    const bridge = await open(openCodes());
    await openMakeCodes(page);
    await button(page, 'Continue').click();
    await expect(page.getByRole('alert')).toHaveText('Enter your current password.');
    await expect(page.getByLabel('Current password')).toBeFocused();
    await page.getByLabel('Current password').fill('correct horse');
    await page.getByLabel('Six-digit code').fill('123');
    await button(page, 'Continue').click();
    await expect(page.getByRole('alert')).toHaveText('A code has six digits.');
    await expect(page.getByLabel('Six-digit code')).toBeFocused();
    expect(await bridge.inputsOf('offerRecoveryCodes')).toEqual([]);
  });

  test('are removed from the page if not confirmed, and the old ones stay valid', async ({
    page,
    open,
  }) => {
    const bridge = await open(openCodes());
    await openConfirmation(page);
    // Escape leads from the confirmation to the codes, and from there to the settings.
    await page.keyboard.press('Escape');
    expect(await hasCodes(page)).toBe(true);
    await page.keyboard.press('Escape');
    await expect(main(page).getByText("Your new recovery codes aren't active")).toBeVisible();
    await expect(main(page).getByText('Your old ones still work.')).toBeVisible();
    expect(await hasCodes(page)).toBe(false);
    expect(await bridge.inputsOf('confirmRecoveryCodes')).toEqual([]);
    await openPage(page, 'Computers');
    await openPage(page, 'Security');
    expect(await hasCodes(page)).toBe(false);
  });

  test('are not saved if a user without old ones does not confirm them', async ({ page, open }) => {
    await open({
      ...openCodes(),
      phase: { ...ableAccount, account: { ...account, recoveryCodes: 0 } },
    });
    await openNewCodes(page);
    await button(page, 'Back').click();
    await expect(main(page).getByText('You have no recovery codes yet')).toBeVisible();
  });

  test('can still be confirmed after a wrong confirmation', async ({ page, open }) => {
    const facts = { code: 'bad-code', failures: 1, clockOffsetMs: null, triesLeft: null } as const;
    const failure = failureOf({ ...facts, retryAt: null, recovery: true });
    await open(openCodes({ confirmRecoveryCodes: [{ result: { ok: false, failure } }] }));
    await submitConfirmation(page);
    await expect(page.getByRole('alert')).toContainText('That recovery code is incorrect.');
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Escape');
    expect(await hasCodes(page)).toBe(true);
  });
});
