// The code step: typing, pasting and autofill, automatic submission, and errors.
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
  'submits a pasted code automatically, once @main',
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

test('says how many attempts are left before a wait', async ({ page, open }) => {
  const facts = { code: 'bad-code', failures: 3, clockOffsetMs: 0, triesLeft: 2 } as const;
  const failure = failureOf({ ...facts, retryAt: null });
  await open({ phase, replies: { submitCode: [{ result: { ok: false, failure } }] } });
  await paste(page, '042917');
  await expect(page.getByRole('alert')).toContainText('2 attempts left before you have to wait.');
});

test('disables the button until the retry time after the last allowed wrong code', async ({
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

test('clears the error at the next digit, and submits six digits each time', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase, replies: { submitCode: [wrong] } });
  for (const attempt of [1, 2]) {
    await paste(page, '042917');
    await expect(page.getByRole('alert')).toHaveText(/That code is incorrect/);
    await expect(field(page)).toHaveValue('');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('1');
    await expect(page.getByRole('alert')).toBeHidden();
    await page.keyboard.press('Backspace');
    expect(await bridge.inputsOf('submitCode')).toHaveLength(attempt);
  }
});

test('keeps an error that no code causes', async ({ page, open }) => {
  const offline = { result: { ok: false, failure: failureOf({ code: 'offline' }) } } as const;
  const bridge = await open({ phase, replies: { submitCode: [offline, 'hold'] } });
  await paste(page, '042917');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.keyboard.type('11122');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.keyboard.type('3');
  await expect.poll(() => bridge.inputsOf('submitCode')).toHaveLength(2);
});

test('does not submit the six digits that a deletion leaves', async ({ page, open }) => {
  const bridge = await open({ phase });
  await paste(page, '0429178');
  await page.keyboard.press('Backspace');
  await expect(field(page)).toHaveValue('042917');
  expect(await bridge.inputsOf('submitCode')).toHaveLength(0);
  await paste(page, '111222');
  expect(await bridge.inputsOf('submitCode')).toHaveLength(0);
});

test('submits on the sixth typed digit, once, and keeps leading zeros', async ({ page, open }) => {
  const bridge = await open({ phase, replies: { submitCode: ['hold'] } });
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('00004');
  expect(await bridge.inputsOf('submitCode')).toHaveLength(0);
  await page.keyboard.type('2');
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  expect(await bridge.inputsOf('submitCode')).toEqual([{ code: '000042' }]);
});

for (const [what, typed] of [
  ['too few digits', '0429'],
  ['a letter', 'abc'],
] as const)
  test(`submits six digits after an error about ${what}`, async ({ page, open }) => {
    const bridge = await open({ phase });
    await page.keyboard.type(typed);
    if (typed === '0429') await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(/^A code has/);
    await field(page).press('ControlOrMeta+a');
    await page.keyboard.type('042917');
    await expect.poll(() => bridge.inputsOf('submitCode')).toEqual([{ code: '042917' }]);
  });

test(
  'submits an autofilled code automatically',
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

test('accepts digits of other scripts, spaces and dashes', async ({ page, open }) => {
  const bridge = await open({ phase });
  await field(page).fill('٠٤٢-٩١ ٧');
  expect(await bridge.inputsOf('submitCode')).toEqual([{ code: '042917' }]);
});

test('reports too few digits, too many digits and other characters, and sends nothing', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase });
  await field(page).fill('0429');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('A code has six digits.');
  await field(page).fill('04291788');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('A code has six digits. This one has 8.');
  await field(page).fill('abc');
  await expect(page.getByRole('alert')).toHaveText('A code has only digits.');
  expect(await bridge.inputsOf('submitCode')).toHaveLength(0);
});

test('shows the user name, and leaves the step on Back and "Lost your phone?"', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase });
  await expect(page.getByText('Signing in as theo')).toBeVisible();
  await expect(field(page)).toHaveAttribute('inputmode', 'numeric');
  await expect(field(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await page.getByRole('button', { name: 'Lost your phone?' }).click();
  expect(await bridge.inputsOf('openLink')).toEqual([{ name: 'contact' }]);
  await page.getByRole('button', { name: 'Back' }).click();
  expect(await bridge.inputsOf('goBack')).toHaveLength(1);
  await bridge.publish(sessionOf({ ...signedOut, username: 'theo' }, { revision: 2 }));
  await expect(page.getByLabel('User name')).toHaveValue('theo');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
});
