// The redeem form: cleaning of pasted keys, checks before sending, and the credited account.
import type { Page } from '@playwright/test';
import { openRedeem } from '../gallery/picture.ts';
import { added, failureOf, ready, unknownKey } from './samples.ts';
import { inEngine } from '../support/engine.ts';
import { expect, test } from './screen-page.ts';

const key = 'NWND-7F3Q-2MXX-91KD';
const keyField = (page: Page) => page.getByLabel('License key');

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((given) => navigator.clipboard.writeText(given), text);
  await keyField(page).focus();
  await page.keyboard.press('Control+V');
}

test(
  'extracts the key from an e-mail, shows it and redeems it for the named account @main',
  { tag: inEngine.clipboard },
  async ({ page, open }) => {
    const bridge = await open({
      phase: ready,
      info: { keyPattern: '[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}' },
      replies: { redeem: [added] },
    });
    await openRedeem(page);
    await expect(keyField(page)).toBeFocused();
    await expect(page.getByText('For the account anna.')).toBeVisible();
    await expect(page.getByLabel('User name')).toHaveCount(0);
    await paste(page, `Hello,\n\nyour key: ${key}\n\nThank you!`);
    await expect(keyField(page)).toHaveValue(key);
    await expect(
      page.getByRole('main').getByText('The key was found in the text you pasted.'),
    ).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: /added$|^Key redeemed$/ })).toBeFocused();
    await expect(page.getByRole('main').getByText('Pro', { exact: true })).toBeVisible();
    expect(await bridge.inputsOf('redeem')).toEqual([{ username: 'anna', key }]);
  },
);

test('joins a paste with the field content and drops spaces, line breaks and quotes', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: ready, replies: { redeem: ['hold'] } });
  await openRedeem(page);
  await keyField(page).fill('NWND-7F3Q');
  await page.keyboard.press('End');
  await paste(page, ' -2MXX\n-91KD"');
  await expect(keyField(page)).toHaveValue(key);
  await page.keyboard.press('Enter');
  expect(await bridge.inputsOf('redeem')).toEqual([{ username: 'anna', key }]);
});

test('detects a key that was pasted twice and offers to keep one copy', async ({ page, open }) => {
  await open({ phase: ready });
  await openRedeem(page);
  await paste(page, key);
  await paste(page, key);
  await expect(
    page.getByRole('main').getByText('This looks like the same key twice.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Keep one copy' }).click();
  await expect(keyField(page)).toHaveValue(key);
  await expect(keyField(page)).toBeFocused();
});

test('extracts the only possible key from an e-mail when no pattern is set', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: ready, replies: { redeem: [added] } });
  await openRedeem(page);
  await paste(page, `Hello Nora,\nthank you for buying.\n\nYour key: ${key}\n`);
  await expect(keyField(page)).toHaveValue(key);
  await expect(keyField(page)).toHaveAccessibleDescription(/The key was found/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /added$|^Key redeemed$/ })).toBeVisible();
  expect(await bridge.inputsOf('redeem')).toEqual([{ username: 'anna', key }]);
});

test('offers the possible keys of a pasted e-mail and chooses none', async ({ page, open }) => {
  const bridge = await open({ phase: ready, replies: { redeem: [added] } });
  await openRedeem(page);
  await paste(page, `Hello Nora,\nfor your order A-1002345.\n\nYour key: ${key}\n`);
  await expect(keyField(page)).toHaveValue('');
  await expect(keyField(page)).toHaveAccessibleDescription(/That's more than a key/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/That's more than a key/);
  expect(await bridge.inputsOf('redeem')).toEqual([]);
  await page.getByRole('button', { name: `Use ${key}` }).click();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /added$|^Key redeemed$/ })).toBeVisible();
  expect(await bridge.inputsOf('redeem')).toEqual([{ username: 'anna', key }]);
});

test('warns about an e-mail address first and sends it only on a second press', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: ready, replies: { redeem: [added] } });
  await openRedeem(page);
  for (const [text, words] of [
    ['nora@studio.example', /looks like an e-mail address/],
    ['www.northwind.example', /looks like a web address/],
    ['nora@studio.example', /looks like an e-mail address/],
  ] as const) {
    await keyField(page).fill(text);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(words);
    await expect(keyField(page)).toBeFocused();
    await expect(keyField(page)).toHaveValue(text);
  }
  expect(await bridge.inputsOf('redeem')).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /added$|^Key redeemed$/ })).toBeVisible();
  expect(await bridge.inputsOf('redeem')).toHaveLength(1);
});

test('rejects a typed sentence and keeps it in the field', async ({ page, open }) => {
  const bridge = await open({ phase: ready });
  await openRedeem(page);
  await keyField(page).fill('thank you for the key');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/That's more than a key/);
  await expect(keyField(page)).toHaveValue('thank you for the key');
  expect(await bridge.inputsOf('redeem')).toEqual([]);
});

test('repairs case, dashes and line breaks to match the pattern and shows the result', async ({
  page,
  open,
}) => {
  const bridge = await open({
    phase: ready,
    info: { keyPattern: '[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}' },
    replies: { redeem: [added] },
  });
  await openRedeem(page);
  await paste(page, 'nwnd\u20137f3q\u20132mxx\n91kd');
  await expect(keyField(page)).toHaveValue(key);
  await expect(keyField(page)).toHaveAccessibleDescription(/The format was corrected/);
  await keyField(page).fill('nwnd 7f3q 2mxx 91kd');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /added$|^Key redeemed$/ })).toBeVisible();
  expect(await bridge.inputsOf('redeem')).toEqual([{ username: 'anna', key }]);
});

test('rejects a paste of one megabyte, names its size, and leaves the field unchanged', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: ready });
  await openRedeem(page);
  await keyField(page).fill('NWND');
  await paste(page, 'x'.repeat(1_048_576));
  await expect(page.getByRole('alert')).toHaveText(/1,048,580 characters/);
  await expect(keyField(page)).toHaveValue('NWND');
  await keyField(page).fill('x'.repeat(71));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/1 to 70 characters/);
  expect(await bridge.inputsOf('redeem')).toHaveLength(0);
});

test('sends no key that no service accepts, and says why', async ({ page, open }) => {
  const bridge = await open({ phase: ready, replies: { redeem: [added] } });
  await openRedeem(page);
  for (const [text, reason] of [
    ['', /Paste or enter/],
    [' \u200b\u0007 ', /Paste or enter/],
    ['x1'.repeat(35) + 'y', /1 to 70 characters/],
  ] as const) {
    await keyField(page).fill(text);
    await page.getByRole('button', { name: 'Redeem', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(reason);
  }
  expect(await bridge.inputsOf('redeem')).toEqual([]);
});

test('shows the attempts left below an unknown key', async ({ page, open }) => {
  const refusals = [3, 1, null].map((triesLeft) => ({
    result: { ok: false, failure: failureOf({ ...unknownKey, triesLeft }) } as const,
  }));
  await open({ phase: ready, replies: { redeem: refusals } });
  await openRedeem(page);
  for (const words of [
    "This key wasn't found. 3 attempts left before you have to wait.",
    "This key wasn't found. One attempt left before you have to wait.",
    "This key wasn't found. Compare it with the message it came in.",
  ]) {
    await keyField(page).fill(key);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(words);
  }
});
