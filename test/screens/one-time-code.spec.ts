// The code step: what is read from typing, pasting and autofill, when it submits by itself, and what follows an error.
import type { Page } from '@playwright/test';
import { failureOf, nowMs, signedOut } from './samples.ts';
import { inEngine } from '../support/engine.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const phase = { kind: 'code-needed', username: 'theo' } as const;
const field = (page: Page) => page.getByLabel('Six-digit code');
const wrong = {
  result: {
    ok: false,
    failure: failureOf({
      code: 'bad-code',
      failures: 1,
      clockOffsetMs: null,
      triesLeft: null,
      retryAt: null,
    }),
  },
} as const;

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((given) => navigator.clipboard.writeText(given), text);
  await field(page).focus();
  await page.keyboard.press('Control+V');
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test(
  'a paste of six digits submits by itself, once',
  { tag: inEngine.clipboard },
  async ({ page, open }) => {
    const bridge = await open({ phase, replies: { submitCode: ['hold'] } });
    await paste(page, ' 042 917\n');
    await expect.poll(() => bridge.inputsOf('submitCode')).toEqual([{ code: '042917' }]);
    await page.keyboard.press('Enter');
    expect(await bridge.inputsOf('submitCode')).toHaveLength(1);
    await expect(field(page)).toHaveValue('');
  },
);

test('the last wrong code puts the button to rest at once, until the time that the service named', async ({
  page,
  open,
}) => {
  const facts = { code: 'bad-code', failures: 5, clockOffsetMs: 0, triesLeft: 0 } as const;
  const failure = failureOf({ ...facts, retryAt: nowMs + 900_000 });
  const bridge = await open({
    phase,
    replies: { submitCode: [{ result: { ok: false, failure } }] },
  });
  await paste(page, '042917');
  const rest = page.getByRole('button', { name: 'Try again in 15:00' });
  await expect(rest).toHaveAttribute('aria-disabled', 'true');
  await paste(page, '111222');
  await page.keyboard.press('Enter');
  await expect(page.locator('.not-yet')).toHaveText(/Too many attempts/);
  expect(await bridge.inputsOf('submitCode')).toHaveLength(1);
});

test('after an error nothing submits by itself any more', async ({ page, open }) => {
  const bridge = await open({ phase, replies: { submitCode: [wrong] } });
  await paste(page, '042917');
  await expect(page.getByRole('alert')).toHaveText(/That code is incorrect/);
  await expect(field(page)).toHaveValue('');
  await expect(field(page)).toBeFocused();
  await paste(page, '111222');
  await expect(field(page)).toHaveValue('111222');
  expect(await bridge.inputsOf('submitCode')).toHaveLength(1);
  await page.keyboard.press('Enter');
  await expect.poll(() => bridge.inputsOf('submitCode')).toHaveLength(2);
});

test('typing six digits waits for Enter; leading zeros stay', async ({ page, open }) => {
  const bridge = await open({ phase });
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('000042');
  expect(await bridge.inputsOf('submitCode')).toHaveLength(0);
  await page.keyboard.press('Enter');
  expect(await bridge.inputsOf('submitCode')).toEqual([{ code: '000042' }]);
});

test(
  'autofill, which carries no kind of input, submits by itself',
  { tag: inEngine.clipboard },
  async ({ page, open }) => {
    const bridge = await open({ phase });
    await field(page).evaluate((input: HTMLInputElement) => {
      Reflect.set(HTMLInputElement.prototype, 'value', '042917', input);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await expect.poll(() => bridge.inputsOf('submitCode')).toEqual([{ code: '042917' }]);
  },
);

test('digits of other scripts, spaces and dashes are read', async ({ page, open }) => {
  const bridge = await open({ phase });
  await field(page).fill('٠٤٢-٩١ ٧');
  await expect(field(page)).toHaveValue('042917');
  await page.keyboard.press('Enter');
  expect(await bridge.inputsOf('submitCode')).toEqual([{ code: '042917' }]);
});

test('too few, too many and other characters are named, and nothing is sent', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase });
  await field(page).fill('0429');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('A code has six digits.');
  await field(page).fill('04291788');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('A code has six digits. This has 8.');
  await field(page).fill('abc');
  await expect(page.getByRole('alert')).toHaveText('A code has only digits.');
  expect(await bridge.inputsOf('submitCode')).toHaveLength(0);
});

test('says who is signing in; Back and the lost device lead away', async ({ page, open }) => {
  const bridge = await open({ phase });
  await expect(page.getByText('Signing in as theo')).toBeVisible();
  await expect(field(page)).toHaveAttribute('inputmode', 'numeric');
  await expect(field(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await page.getByRole('button', { name: 'Lost your device?' }).click();
  expect(await bridge.inputsOf('openLink')).toEqual([{ name: 'contact' }]);
  await page.getByRole('button', { name: 'Back' }).click();
  expect(await bridge.inputsOf('goBack')).toHaveLength(1);
  await bridge.publish(sessionOf({ ...signedOut, username: 'theo' }, { revision: 2 }));
  await expect(page.getByLabel('User name')).toHaveValue('theo');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
});
