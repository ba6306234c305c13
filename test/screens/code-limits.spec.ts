// Limits of codes: a limit locks a code form for the user that was refused, also after the form was
// left and opened again.
import type { Page } from '@playwright/test';
import { openCodes, submitConfirmation } from '../gallery/recovery-codes.ts';
import { openTurnOff, openTurnOn, submitCode } from '../gallery/picture.ts';
import { failureOf, nowMs, offered, signedOut, withTwoFactor } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const failure = failureOf({ code: 'rate-limited', retryAt: nowMs + 900_000 });
const limited = { result: { ok: false, failure } } as const;
const locked = (page: Page) => page.getByRole('button', { name: 'Try again in 15:00' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const needed = (username: string, revision: number) => ({
  result: { ok: true, value: null } as const,
  then: sessionOf({ kind: 'code-needed', username, recovery: true }, { revision }),
});

async function signIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await button(page, 'Sign in').click();
  await page.getByLabel('Six-digit code').waitFor();
}

test('a sign-in keeps the limit of codes for its user, also of recovery codes, and after Back', async ({
  page,
  open,
}) => {
  const back = sessionOf(signedOut, { revision: 3 });
  const bridge = await open({
    phase: signedOut,
    replies: {
      signIn: [needed('anna', 2), needed('anna', 4), needed('theo', 6)],
      submitCode: [limited],
      goBack: [back, { ...back, revision: 5 }].map((then) => ({
        result: { ok: true, value: null } as const,
        then,
      })),
    },
  });
  await signIn(page, 'anna');
  await submitCode(page);
  await expect(locked(page)).toBeVisible();
  await button(page, 'Use a recovery code').click();
  await expect(locked(page)).toBeVisible();
  await button(page, 'Use a code from your app').click();
  await button(page, 'Back').click();
  await signIn(page, 'anna');
  await expect(locked(page)).toBeVisible();
  await submitCode(page);
  expect(await bridge.inputsOf('submitCode')).toHaveLength(1);
  await button(page, 'Back').click();
  await signIn(page, 'theo');
  await expect(locked(page)).toHaveCount(0);
});

test('turning two-factor sign-in off keeps the limit of codes', async ({ page, open }) => {
  const bridge = await open({
    phase: withTwoFactor(true),
    replies: { turnOffTwoFactor: [limited] },
  });
  await openTurnOff(page);
  await submitCode(page);
  await expect(locked(page)).toBeVisible();
  await button(page, 'Back').click();
  await button(page, 'Turn off two-factor sign-in').click();
  await expect(locked(page)).toBeVisible();
  await submitCode(page);
  expect(await bridge.inputsOf('turnOffTwoFactor')).toHaveLength(1);
});

test('turning two-factor sign-in on keeps the limit of codes', async ({ page, open }) => {
  const bridge = await open({
    phase: withTwoFactor(false),
    replies: { ...offered, turnOnTwoFactor: [limited] },
  });
  await openTurnOn(page);
  await submitCode(page);
  await expect(locked(page)).toBeVisible();
  await button(page, 'Back').click();
  await button(page, 'Continue').click();
  await expect(locked(page)).toBeVisible();
  await submitCode(page);
  expect(await bridge.inputsOf('turnOnTwoFactor')).toHaveLength(1);
});

test('confirming recovery codes keeps the limit', async ({ page, open }) => {
  await open(openCodes({ confirmRecoveryCodes: [limited] }));
  await submitConfirmation(page);
  await expect(locked(page)).toBeVisible();
  await button(page, 'Back').click();
  await button(page, 'I saved them').click();
  await expect(locked(page)).toBeVisible();
});
