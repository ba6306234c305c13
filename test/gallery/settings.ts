// Pictures of the settings: the list, each page, and what the pages ask or report.
import type { Page } from '@playwright/test';
import type { OpenOptions } from '../screens/screen-page.ts';
import {
  anna,
  failureOf,
  savedSignIns,
  longName,
  ready,
  redeemedHere,
  rightToLeftName,
  signedOut,
  wholeAccount,
} from '../screens/samples.ts';
import type { Preferences } from '../../src/shared/preferences.ts';
import { changes } from './device-request.ts';
import { openSettings, type Picture } from './picture.ts';
import { installedSample, programSample } from './program.ts';

export const wholePreferences: Preferences = {
  theme: 'system',
  textSize: 100,
  launchWhenSignedIn: true,
  startWithSystem: false,
  opensLinks: true,
};

const whole = {
  phase: wholeAccount,
  session: {
    savedSignIns: savedSignIns,
    systemNotices: true,
    program: installedSample,
    preferences: wholePreferences,
  },
} as const satisfies OpenOptions;

const brand = 'Northwind Studio';
const redeemedReplies = {
  listRedeemed: [{ result: { ok: true, value: redeemedHere } }],
  removeRedeemed: [{ result: { ok: true, value: [] } }],
} as const;

/** Shows the list: in a wide window, the first page is beside it. */
async function openList(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Settings' }).waitFor();
}

function page(name: string, title: string, open: OpenOptions = whole): Picture {
  return { name, open, act: (shown) => openSettings(shown, title) };
}

export const settingsPictures: readonly Picture[] = [
  { name: 'list', open: whole, act: openList },
  page('account', 'Account'),
  page('account-by-key', 'Account', {
    phase: {
      ...ready,
      account: { ...anna.account, username: 'NWND-••••-91KD', byKey: true },
    },
  }),
  page('account-running', 'Account', { ...whole, phase: { ...wholeAccount, kind: 'running' } }),
  page('account-long-name', 'Account', {
    phase: { ...ready, account: { ...anna.account, username: longName } },
  }),
  page('security', 'Security'),
  {
    name: 'security-forget',
    open: whole,
    act: async (shown) => {
      await openSettings(shown, 'Security');
      await shown.getByRole('button', { name: 'Remove bob', exact: true }).click();
      await shown.getByRole('dialog').waitFor();
    },
  },
  page('subscriptions', 'Subscriptions and keys', { ...whole, replies: redeemedReplies }),
  {
    name: 'subscriptions-redeemed',
    open: { ...whole, replies: redeemedReplies },
    act: async (shown) => {
      await openSettings(shown, 'Subscriptions and keys');
      await shown.getByRole('button', { name: 'Remove all' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'subscriptions-redeemed-none',
    open: { ...whole, replies: redeemedReplies },
    act: async (shown) => {
      await openSettings(shown, 'Subscriptions and keys');
      await shown.getByRole('button', { name: 'Remove all' }).click();
      await shown.getByText('There are no keys in this list.').scrollIntoViewIfNeeded();
    },
  },
  page('computers', 'Computers'),
  page('computers-changed', 'Computers', {
    phase: { ...wholeAccount, account: { ...wholeAccount.account, changes } },
    info: { computer: `${rightToLeftName} ${longName}` },
  }),
  page('program', brand),
  page('program-not-installed', brand, { phase: ready, session: { program: programSample } }),
  page('program-running', brand, { ...whole, phase: { ...wholeAccount, kind: 'running' } }),
  {
    name: 'program-uninstall',
    open: whole,
    act: async (shown) => {
      await openSettings(shown, brand);
      await shown.getByRole('button', { name: 'Uninstall' }).click();
      await shown.getByRole('dialog').waitFor();
    },
  },
  page('appearance', 'Appearance and language'),
  page('appearance-other-size', 'Appearance and language', {
    phase: ready,
    session: { preferences: { ...wholePreferences, theme: 'dark', textSize: 110 } },
  }),
  {
    name: 'appearance-refused',
    open: {
      ...whole,
      replies: {
        choosePreference: [
          { result: { ok: false, failure: failureOf({ code: 'setting-refused' }) } },
        ],
      },
    },
    act: async (shown) => {
      await openSettings(shown, 'Appearance and language');
      await shown.getByRole('checkbox', { name: 'Start with this computer' }).click();
      await shown.getByRole('alert').waitFor();
    },
  },
  page('appearance-links', 'Appearance and language', {
    phase: ready,
    session: { preferences: { ...wholePreferences, opensLinks: false } },
  }),
  page('about', 'About'),
  {
    name: 'about-license',
    open: whole,
    act: async (shown) => {
      await openSettings(shown, 'About');
      await shown.getByText('react 19.3.1').click();
      await shown.getByText('Copyright (c)').waitFor();
    },
  },
  {
    name: 'signed-out',
    open: { phase: signedOut, session: { preferences: wholePreferences } },
    act: async (shown) => {
      await shown.getByRole('button', { name: 'Settings' }).click();
      await shown.getByRole('navigation', { name: 'Settings' }).waitFor();
    },
  },
];
