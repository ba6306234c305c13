// Recovery codes on the page: copying, saving and printing them, and creating them after two-factor
// sign-in is turned on. Also tests the list of recent changes.
import type { Page } from '@playwright/test';
import { ableAccount } from '../gallery/computers.ts';
import { openSettings, openTurnOff, openTurnOn, submitCode } from '../gallery/picture.ts';
import {
  codeReplies,
  hasCodes,
  openCodes,
  openNewCodes,
  openRecoveryStep,
  sampleCodes,
} from '../gallery/recovery-codes.ts';
import { offered } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const [code = ''] = sampleCodes;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const main = (page: Page) => page.locator('main');
const field = (page: Page) => page.getByRole('textbox', { name: 'Recovery code' });
const account = ableAccount.account;

test.describe('copying, saving and printing', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('copies one code per line', async ({ page, open }) => {
    await open(openCodes());
    await openNewCodes(page);
    await button(page, 'Copy').click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sampleCodes.join('\n'));
  });

  test('asks the main process to save and to print', async ({ page, open }) => {
    const bridge = await open(
      openCodes({
        saveRecoveryCodes: [
          { result: { ok: true, value: false } },
          { result: { ok: true, value: true } },
        ],
      }),
    );
    await openNewCodes(page);
    await button(page, 'Save').click();
    // The user cancelled the first dialog.
    await button(page, 'Save').click();
    await expect(button(page, 'Saved')).toBeVisible();
    expect(await bridge.inputsOf('saveRecoveryCodes')).toEqual([
      { codes: sampleCodes },
      { codes: sampleCodes },
    ]);
    await button(page, 'Print').click();
    expect(await bridge.inputsOf('printRecoveryCodes')).toEqual([{}]);
  });

  test('prints only the codes, the brand and the account, in black on white', async ({
    page,
    open,
  }) => {
    await open(openCodes());
    await openNewCodes(page);
    const onScreen = main(page).getByText('Northwind Studio recovery codes');
    await expect(onScreen).toBeHidden();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect(onScreen).toBeVisible();
    await expect(main(page).getByText('Account: anna')).toBeVisible();
    await expect(page.getByText(code)).toBeVisible();
    await expect(page.getByText(code)).toHaveCSS('color', 'rgb(0, 0, 0)');
    for (const hidden of ['I saved them', 'Copy', 'Save', 'Print', 'Back'])
      await expect(button(page, hidden)).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeHidden();
  });
});

test.describe('two-factor sign-in', () => {
  const turnedOn = { ...ableAccount, account: { ...account, recoveryCodes: 0 } };
  const turningOn = {
    phase: { ...ableAccount, account: { ...account, twoFactor: false } },
    replies: {
      ...codeReplies,
      ...offered,
      turnOnTwoFactor: [
        {
          result: { ok: true, value: sampleCodes },
          then: sessionOf(turnedOn, { revision: 2 }),
        },
      ],
    },
  } as const;

  test('ends with codes when it is turned on', async ({ page, open }) => {
    const bridge = await open(turningOn);
    await openTurnOn(page);
    await expect(page.getByText('Step 2 of 4')).toBeVisible();
    await submitCode(page);
    await expect(page.getByText('Step 3 of 4')).toBeVisible();
    await button(page, 'I saved them').click();
    await expect(page.getByText('Step 4 of 4')).toBeVisible();
    await field(page).fill(code);
    await page.keyboard.press('Enter');
    await expect(main(page).getByText('Two-factor sign-in is on', { exact: true })).toBeVisible();
    await expect(main(page).getByText('Your recovery codes are active.')).toBeVisible();
    expect(await bridge.inputsOf('offerRecoveryCodes')).toEqual([]);
  });

  test('is on without recovery codes if the user does not confirm them', async ({ page, open }) => {
    await open(turningOn);
    await openTurnOn(page);
    await submitCode(page);
    await button(page, 'Back').click();
    await expect(main(page).getByText('Two-factor sign-in is on', { exact: true })).toBeVisible();
    await expect(main(page).getByText("You didn't confirm your recovery codes.")).toBeVisible();
    await expect(main(page).getByText('None', { exact: true })).toBeVisible();
    expect(await hasCodes(page)).toBe(false);
  });

  test('is turned off with a recovery code', async ({ page, open }) => {
    const bridge = await open({ ...openCodes({ turnOffTwoFactor: ['hold'] }) });
    await openTurnOff(page);
    await openRecoveryStep(page);
    await field(page).fill('4F7K 92MX');
    await page.keyboard.press('Enter');
    await expect.poll(() => bridge.inputsOf('turnOffTwoFactor')).toEqual([{ code }]);
  });
});

test('lists recent changes with their author and computer @main', async ({ page, open }) => {
  await open(openCodes());
  await openSettings(page, 'Security');
  const list = page.getByRole('region', { name: 'Recent changes' });
  await expect(list.getByRole('listitem')).toHaveText([
    'Recovery code used21 November 2026 at 08:00 · studio-pc',
    'Account deletion requested. You can cancel it in the browser.18 November 2026 · Firefox',
    'old-laptop removed16 November 2026',
    'Password changed with a link from an e-mail1 November 2026',
    'Two-factor sign-in turned on13 October 2026 · studio-pc',
    'Two-factor sign-in turned off by Northwind Studio12 October 2026',
  ]);
});

test('hides recovery codes and recent changes if an older service reports neither', async ({
  page,
  open,
}) => {
  const { can: _can, events: _events, recoveryCodes: _codes, ...older } = account;
  await open({ phase: { ...ableAccount, account: older } });
  await openSettings(page, 'Security');
  await expect(page.getByRole('region', { name: 'Recovery codes' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Recent changes' })).toHaveCount(0);
});
