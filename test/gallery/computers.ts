// Pictures of the computers, sessions and password of an account: the list of a refused sign-in,
// the settings, and why a session ended.
import type { Page } from '@playwright/test';
import { type AccountEvent, endCauses } from '@latchkey/client/facts.ts';
import type { ComputerRemoval, OwnComputer, OwnSession } from '../../src/shared/computers.ts';
import { accountAbilities } from '../../src/shared/features.ts';
import {
  dayMs,
  failureOf,
  hourMs,
  longName,
  nowMs,
  report,
  rightToLeftName,
  wholeAccount,
} from '../screens/samples.ts';
import type { OpenOptions } from '../screens/screen-page.ts';
import { openSettings, type Picture } from './picture.ts';

const noPass = { offlineUntil: null, isSeatHeld: false };

const computers: readonly [OwnComputer, OwnComputer] = [
  {
    ...noPass,
    ...{ id: 'old', name: 'old-laptop', system: 'Windows 11', current: false },
    lastSeenAt: nowMs - 49 * dayMs,
  },
  {
    ...noPass,
    ...{ id: 'here', name: 'studio-pc', system: 'Linux', current: true },
    lastSeenAt: nowMs - hourMs,
  },
];

const sessions: readonly [OwnSession, OwnSession, OwnSession] = [
  {
    ...{ id: 'here', computer: 'studio-pc', system: 'Linux', version: '5.2', current: true },
    ...{ since: nowMs - 2 * hourMs, lastSeenAt: nowMs - hourMs },
  },
  {
    ...{ id: 'old', computer: 'old-laptop', system: 'Windows 11', version: '5.1', current: false },
    ...{ since: nowMs - 5 * dayMs, lastSeenAt: nowMs - 4 * dayMs },
  },
  {
    ...{ id: 'other', computer: '', system: '', version: '', current: false },
    ...{ since: nowMs - 9 * dayMs, lastSeenAt: null },
  },
];

const okay = <Value>(value: Value) => ({ result: { ok: true, value } }) as const;

export const computerReplies = {
  readComputers: [okay(computers)],
  renameComputer: [okay(computers)],
  readSessions: [okay(sessions)],
  endSessions: [okay(sessions.slice(0, 1))],
} as const satisfies OpenOptions['replies'];

/** One of each kind, by each source, newest first. */
const accountEvents: readonly AccountEvent[] = [
  { kind: 'recovery-code-used', at: nowMs - hourMs, computer: 'studio-pc', by: 'user' },
  { kind: 'deletion-requested', at: nowMs - 3 * dayMs, computer: 'Firefox', by: 'user' },
  { kind: 'computer-removed', at: nowMs - 5 * dayMs, computer: 'old-laptop', by: 'user' },
  { kind: 'password-changed', at: nowMs - 20 * dayMs, computer: '', by: 'link' },
  { kind: 'two-factor-on', at: nowMs - 39 * dayMs, computer: 'studio-pc', by: 'user' },
  { kind: 'two-factor-off', at: nowMs - 40 * dayMs, computer: '', by: 'seller' },
];

/** An account that can use everything on its computers. */
export const ableAccount = {
  ...wholeAccount,
  account: {
    ...wholeAccount.account,
    can: accountAbilities,
    computers: { used: 2, allowed: 2 },
    resets: { left: 1, nextAt: nowMs + 11 * dayMs },
    recoveryCodes: 7,
    events: accountEvents,
  },
};
const able = { phase: ableAccount, replies: computerReplies } as const satisfies OpenOptions;

export const removal: ComputerRemoval = {
  computers: computers.map(({ current: _, ...computer }) => computer),
  left: 2,
  nextAt: null,
};
export const refusedSignIn = {
  kind: 'wrong-device',
  ...{ username: 'anna', shortDeviceId: '9f2c41d8', removal, report },
} as const;

const fromRemoval = (change: Partial<ComputerRemoval>, more: Partial<OpenOptions> = {}) => ({
  phase: { ...refusedSignIn, removal: { ...removal, ...change } },
  ...more,
});

export async function askToRemove(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Remove old-laptop', exact: true }).click();
  await page.getByRole('dialog').waitFor();
}

export async function removeOld(page: Page): Promise<void> {
  await askToRemove(page);
  await page.getByRole('button', { name: 'Remove and sign in here' }).click();
}

/** As many as a subscription can allow, with extreme names. */
const many = Array.from({ length: 20 }, (_, index) => ({
  ...{ id: String(index), system: index % 2 === 0 ? 'macOS' : '' },
  name: [longName, rightToLeftName, ''][index % 3] ?? '',
  lastSeenAt: index % 4 === 0 ? null : nowMs - index * dayMs,
  offlineUntil: index % 5 === 0 ? nowMs + index * hourMs : null,
  isSeatHeld: false,
}));

/** Two of one name, of which the first works offline for three more days. */
export const sameNames = (isSeatHeld: boolean) => [
  ...removal.computers.slice(0, 1).map((computer) => ({
    ...{ ...computer, offlineUntil: nowMs + 3 * dayMs, isSeatHeld },
  })),
  ...removal.computers
    .slice(0, 1)
    .map((computer) => ({ ...computer, id: 'same', system: 'Linux' })),
];

export const replacePictures: readonly Picture[] = [
  { name: 'replace', open: { phase: refusedSignIn } },
  {
    name: 'replace-one',
    open: fromRemoval({
      computers: removal.computers.slice(0, 1),
      left: 1,
      nextAt: nowMs + 9 * dayMs,
    }),
  },
  { name: 'replace-many', open: fromRemoval({ computers: many }) },
  { name: 'replace-asked', open: { phase: refusedSignIn }, act: askToRemove },
  { name: 'replace-offline', open: fromRemoval({ computers: sameNames(true) }) },
  {
    name: 'replace-offline-held',
    open: fromRemoval({ computers: sameNames(true) }),
    act: askToRemove,
  },
  {
    name: 'replace-offline-free',
    open: fromRemoval({ computers: sameNames(false) }),
    act: askToRemove,
  },
  {
    name: 'replace-removing',
    open: { phase: refusedSignIn, replies: { removeComputer: ['hold'] }, stoppedClock: true },
    act: async (page) => {
      await removeOld(page);
      await page.clock.runFor(2100);
    },
  },
  {
    name: 'replace-failed',
    open: {
      phase: refusedSignIn,
      replies: {
        removeComputer: [{ result: { ok: false, failure: failureOf({ code: 'ticket-unknown' }) } }],
      },
    },
    act: async (page) => {
      await removeOld(page);
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'replace-none-left', open: fromRemoval({ left: 0, nextAt: nowMs + 12 * dayMs }) },
];

export const endedPictures: readonly Picture[] = endCauses.map((ended) => ({
  name: ended,
  open: { phase: { kind: 'session-ended', username: 'anna', ended, report } },
}));

function page(name: string, title: string, open: OpenOptions): Picture {
  return { name, open, act: (shown) => openSettings(shown, title) };
}

export async function openChangePassword(shown: Page): Promise<void> {
  await openSettings(shown, 'Security');
  await shown.getByRole('button', { name: 'Change password' }).click();
  await shown.getByLabel('New password').waitFor();
}

export async function fillChangePassword(shown: Page): Promise<void> {
  await shown.getByLabel('Current password').fill('correct horse');
  await shown.getByLabel('New password').fill('four entirely new words');
  await shown.getByLabel('Six-digit code').fill('123456');
}

export async function submitChangePassword(shown: Page): Promise<void> {
  await openChangePassword(shown);
  await fillChangePassword(shown);
  await shown.getByRole('button', { name: 'Change password' }).click();
}

export const computerPictures: readonly Picture[] = [
  page('list', 'Computers', able),
  page('list-failed', 'Computers', {
    ...able,
    replies: {
      readComputers: [{ result: { ok: false, failure: failureOf({ code: 'offline' }) } }],
    },
  }),
  page('list-running', 'Computers', { ...able, phase: { ...ableAccount, kind: 'running' } }),
  {
    name: 'rename',
    open: able,
    act: async (shown) => {
      await openSettings(shown, 'Computers');
      await shown.getByRole('button', { name: 'Rename this computer' }).click();
      await shown.getByLabel('Name of this computer').fill('');
      await shown.getByRole('button', { name: 'Save' }).click();
    },
  },
  page('sessions', 'Security', able),
  {
    name: 'sessions-ended',
    open: able,
    act: async (shown) => {
      await openSettings(shown, 'Security');
      await shown.getByRole('button', { name: 'Sign out everywhere else' }).click();
      await shown.getByRole('heading', { name: "Where you're signed in" }).scrollIntoViewIfNeeded();
    },
  },
  { name: 'password', open: able, act: openChangePassword },
  {
    name: 'password-changed',
    open: able,
    act: async (shown) => {
      await submitChangePassword(shown);
      await shown.getByText('Your password has changed').first().waitFor();
    },
  },
];
