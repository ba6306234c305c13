// Pictures of recovery codes: sign-in with one, creating and confirming new ones, and their state
// in the settings.
import type { Page } from '@playwright/test';
import { accountEventKinds } from '@latchkey/client/facts.ts';
import { longName, nowMs, offered, rightToLeftName, hourMs } from '../screens/samples.ts';
import { sessionOf, type OpenOptions } from '../screens/screen-page.ts';
import { ableAccount, computerReplies } from './computers.ts';
import { openSettings, openTurnOff, openTurnOn, submitCode, type Picture } from './picture.ts';

export const sampleCodes: readonly string[] = [
  ...['4f7k-92mx', '0d3h-77qz', 'b1cv-5r8t', 'w2ge-6sn9', '8yk4-m3xp'],
  ...['jq5z-0a7d', '3hrt-c9w1', 'n6v8-2bke', 'x0ms-f4g5', '7tpd-jw3c'],
];

export const codeReplies = {
  ...computerReplies,
  offerRecoveryCodes: [{ result: { ok: true, value: sampleCodes } }],
  saveRecoveryCodes: [{ result: { ok: true, value: true } }],
} as const satisfies OpenOptions['replies'];

/** Whether the page contains one of the codes. */
export async function hasCodes(page: Page): Promise<boolean> {
  const content = await page.content();
  return sampleCodes.some((code) => content.includes(code));
}

const withCodes = (left: number, more: Partial<typeof ableAccount.account> = {}) => ({
  ...ableAccount,
  account: { ...ableAccount.account, recoveryCodes: left, ...more },
});

/** An account with seven codes left. */
export function openCodes(replies: OpenOptions['replies'] = {}): OpenOptions {
  return { phase: ableAccount, replies: { ...codeReplies, ...replies } };
}

export async function openMakeCodes(page: Page): Promise<void> {
  await openSettings(page, 'Security');
  await page.getByRole('button', { name: 'New codes' }).click();
  await page.getByLabel('Current password').waitFor();
}

export async function fillNewCodes(page: Page): Promise<void> {
  await page.getByLabel('Current password').fill('correct horse');
  await page.getByLabel('Six-digit code').fill('123456');
}

export async function submitNewCodes(page: Page): Promise<void> {
  await openMakeCodes(page);
  await fillNewCodes(page);
  await page.getByRole('button', { name: 'Continue' }).click();
}

export async function openNewCodes(page: Page): Promise<void> {
  await submitNewCodes(page);
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
}

export async function openConfirmation(page: Page): Promise<void> {
  await openNewCodes(page);
  await page.getByRole('button', { name: 'I saved them' }).click();
  await page.getByRole('textbox', { name: 'Recovery code' }).waitFor();
}

/** Fills in a code at the sign-in or at the confirmation of new codes. */
export async function fillRecoveryCode(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Recovery code' }).fill('4F7K 92MX');
}

export async function submitConfirmation(page: Page): Promise<void> {
  await openConfirmation(page);
  await fillRecoveryCode(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
}

export async function openRecoveryStep(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByRole('textbox', { name: 'Recovery code' }).waitFor();
}

export async function submitRecoveryCode(page: Page): Promise<void> {
  await openRecoveryStep(page);
  await fillRecoveryCode(page);
  await page.getByRole('button', { name: 'Continue' }).click();
}

const codeNeeded = { kind: 'code-needed', username: 'theo', recovery: true } as const;
const security = (page: Page) => openSettings(page, 'Security');
const outcome = (page: Page, title: string) => page.locator('main').getByText(title).waitFor();

const signInPictures: readonly Picture[] = [
  { name: 'sign-in-offered', open: { phase: codeNeeded } },
  { name: 'sign-in', open: { phase: codeNeeded }, act: openRecoveryStep },
  {
    name: 'sign-in-no-contact',
    open: { phase: codeNeeded, info: { links: {} } },
    act: openRecoveryStep,
  },
  {
    name: 'sign-in-invalid',
    open: { phase: codeNeeded },
    act: async (page) => {
      await openRecoveryStep(page);
      await page.getByRole('textbox', { name: 'Recovery code' }).fill('042917');
      await page.keyboard.press('Enter');
    },
  },
];

/** The end of turning on two-factor sign-in. */
async function turnOn(page: Page): Promise<void> {
  await openTurnOn(page);
  await submitCode(page);
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
}

const turningOn = {
  phase: { ...withCodes(0), account: { ...ableAccount.account, twoFactor: false } },
  replies: {
    ...codeReplies,
    ...offered,
    turnOnTwoFactor: [
      { result: { ok: true, value: sampleCodes }, then: sessionOf(withCodes(0), { revision: 2 }) },
    ],
  },
} as const satisfies OpenOptions;

const eventsOfAll = accountEventKinds.flatMap((kind) =>
  (['user', 'seller', 'link'] as const).map((by, index) => ({
    kind,
    by,
    at: nowMs - hourMs,
    computer: [longName, rightToLeftName, ''][index] ?? '',
  })),
);

export const recoveryCodePictures: readonly Picture[] = [
  ...signInPictures,
  { name: 'left', open: openCodes(), act: security },
  { name: 'none-left', open: { ...openCodes(), phase: withCodes(0) }, act: security },
  {
    name: 'running',
    open: { ...openCodes(), phase: { ...withCodes(1), kind: 'running' } },
    act: security,
  },
  {
    name: 'events',
    open: { ...openCodes(), phase: withCodes(7, { events: eventsOfAll }) },
    act: async (page) => {
      await security(page);
      await page.getByRole('heading', { name: 'Recent changes' }).scrollIntoViewIfNeeded();
    },
  },
  { name: 'make', open: openCodes(), act: openMakeCodes },
  {
    name: 'make-first-by-key',
    open: { ...openCodes(), phase: withCodes(0, { byKey: true }) },
    act: async (page) => {
      await security(page);
      await page.getByRole('button', { name: 'New codes' }).click();
      await page.getByLabel('Six-digit code').waitFor();
    },
  },
  { name: 'codes', open: openCodes(), act: openNewCodes },
  {
    name: 'codes-saved',
    open: openCodes(),
    act: async (page) => {
      await openNewCodes(page);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: 'Saved', exact: true }).waitFor();
    },
  },
  { name: 'confirm', open: openCodes(), act: openConfirmation },
  {
    name: 'confirmed',
    open: openCodes(),
    act: async (page) => {
      await submitConfirmation(page);
      await outcome(page, 'Your new recovery codes are active');
    },
  },
  {
    name: 'left-unconfirmed',
    open: openCodes(),
    act: async (page) => {
      await openNewCodes(page);
      await page.keyboard.press('Escape');
      await outcome(page, "Your new recovery codes aren't active");
    },
  },
  { name: 'turn-on', open: turningOn, act: turnOn },
  {
    name: 'turned-on-without',
    open: turningOn,
    act: async (page) => {
      await turnOn(page);
      await page.keyboard.press('Escape');
      await outcome(page, "You didn't confirm your recovery codes");
    },
  },
  {
    name: 'turn-off',
    open: openCodes(),
    act: async (page) => {
      await openTurnOff(page);
      await openRecoveryStep(page);
    },
  },
];
