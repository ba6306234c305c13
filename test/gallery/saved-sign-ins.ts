// Pictures of saved accounts: the list, notices beside it, removal, and switching from the account
// menu.
import type { Page } from '@playwright/test';
import type { SavedSignInSummary } from '../../src/shared/session.ts';
import {
  anna,
  failureOf,
  savedSignIns,
  longName,
  nowMs,
  ready,
  signedOut,
} from '../screens/samples.ts';
import type { Picture } from './picture.ts';

const [first, second] = savedSignIns;
const five: readonly SavedSignInSummary[] = [
  ...savedSignIns,
  { id: 'd'.repeat(32), name: longName, byKey: false, complete: true, auto: false },
  { id: 'e'.repeat(32), name: 'dora', byKey: false, complete: true, auto: false },
];

const list = (page: Page) => page.getByRole('heading', { name: 'Choose an account' }).waitFor();

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menu').waitFor();
}

async function askToForget(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Remove ${name}` }).click();
  await page.getByRole('dialog').waitFor();
}

export const savedSignInPictures: readonly Picture[] = [
  { name: 'one', open: { phase: signedOut, session: { savedSignIns: [first] } }, act: list },
  { name: 'list', open: { phase: signedOut, session: { savedSignIns: savedSignIns } }, act: list },
  { name: 'five', open: { phase: signedOut, session: { savedSignIns: five } }, act: list },
  {
    name: 'list-failure',
    open: {
      phase: {
        ...signedOut,
        username: 'anna',
        failure: failureOf({ code: 'rate-limited', retryAt: nowMs + 42_000 }),
      },
      session: { savedSignIns: savedSignIns },
    },
    act: list,
  },
  {
    name: 'list-not-read',
    open: {
      phase: signedOut,
      session: { savedSignIns: savedSignIns },
      replies: {
        signInWithSaved: [
          { result: { ok: false, failure: failureOf({ code: 'vault-unreadable' }) } },
        ],
      },
    },
    act: async (page) => {
      await page.getByRole('button', { name: 'anna', exact: true }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'list-waiting',
    open: {
      phase: signedOut,
      session: { savedSignIns: savedSignIns, step: 'signing-in' },
      replies: { signInWithSaved: ['hold'] },
      stoppedClock: true,
    },
    act: async (page) => {
      await page.getByRole('button', { name: 'anna', exact: true }).click();
      await page.clock.runFor(8100);
    },
  },
  {
    name: 'password-wrong',
    open: {
      phase: {
        ...signedOut,
        username: 'bob',
        failure: failureOf({ code: 'bad-credentials', triesLeft: null, retryAt: null }),
      },
      session: { savedSignIns: savedSignIns },
    },
  },
  {
    name: 'form',
    open: { phase: signedOut, session: { savedSignIns: savedSignIns } },
    act: (page) => page.getByRole('button', { name: 'Use another account' }).click(),
  },
  {
    name: 'form-when-full',
    open: { phase: { ...signedOut, another: true }, session: { savedSignIns: five } },
    act: (page) => page.getByLabel('Keep me signed in').check(),
  },
  {
    name: 'forget',
    open: { phase: signedOut, session: { savedSignIns: savedSignIns } },
    act: (page) => askToForget(page, 'anna'),
  },
  {
    name: 'forget-key',
    open: { phase: signedOut, session: { savedSignIns: savedSignIns } },
    act: (page) => askToForget(page, 'NWND-••••-91KD'),
  },
  { name: 'menu', open: { phase: ready, session: { savedSignIns: five } }, act: openMenu },
  {
    name: 'menu-while-running',
    open: { phase: { kind: 'running', ...anna }, session: { savedSignIns: [first, second] } },
    act: openMenu,
  },
];
