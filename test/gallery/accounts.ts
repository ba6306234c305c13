// Pictures of the forms for a forgotten password and for a new user name.
import {
  failureOf,
  keptNames,
  offered,
  ready,
  signedOut,
  redeemedHere,
  wholeAccount,
  withTwoFactor,
  withoutForgotLink,
} from '../screens/samples.ts';
import { changes } from './device-request.ts';
import { sessionOf } from '../screens/screen-page.ts';
import {
  fillSignIn,
  openAccount,
  openForgot,
  openNewName,
  openTurnOff,
  openTurnOn,
  submitForgot,
  submitNewName,
  submitCode,
  type Picture,
} from './picture.ts';

const stillAt = { stoppedClock: true } as const;

const redeemedReplies = {
  listRedeemed: [{ result: { ok: true, value: redeemedHere } }],
  removeRedeemed: [{ result: { ok: true, value: [] } }],
} as const;

export const accountPictures: readonly Picture[] = [
  { name: 'forgot-link', open: { phase: signedOut, info: withoutForgotLink }, act: fillSignIn },
  { name: 'forgot', open: { phase: signedOut, info: withoutForgotLink }, act: openForgot },
  {
    name: 'forgot-sent',
    open: { phase: signedOut, info: withoutForgotLink },
    act: async (page) => {
      await submitForgot(page);
      await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
    },
  },
  {
    name: 'forgot-stopped',
    open: {
      phase: signedOut,
      info: withoutForgotLink,
      replies: { forgot: [{ result: { ok: false, failure: failureOf({ code: 'cancelled' }) } }] },
    },
    act: submitForgot,
  },
  { name: 'new-name', open: { phase: ready }, act: openNewName },
  {
    name: 'new-name-waiting',
    open: {
      phase: ready,
      session: { step: 'changing-name' },
      replies: { changeUsername: ['hold'] },
      stoppedClock: true,
    },
    act: async (page) => {
      await submitNewName(page);
      await page.clock.runFor(8100);
    },
  },
  {
    name: 'account',
    open: { phase: wholeAccount, session: { kept: keptNames, systemNotices: false } },
    act: openAccount,
  },
  {
    name: 'account-lower-half',
    open: { phase: wholeAccount, session: { kept: keptNames, systemNotices: true } },
    act: async (page) => {
      await openAccount(page);
      await page.getByRole('button', { name: 'Back' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'account-changed-computer',
    open: { phase: { ...wholeAccount, account: { ...wholeAccount.account, changes } } },
    act: async (page) => {
      await openAccount(page);
      await page.getByText('Changed since your previous sign-in').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'account-forget',
    open: { phase: wholeAccount, session: { kept: keptNames } },
    act: async (page) => {
      await openAccount(page);
      await page.getByRole('button', { name: 'Remove bob', exact: true }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'account-redeemed',
    open: { phase: wholeAccount, replies: redeemedReplies },
    act: async (page) => {
      await openAccount(page);
      await page.getByRole('button', { name: 'Remove all' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'account-redeemed-none',
    open: { phase: wholeAccount, replies: redeemedReplies },
    act: async (page) => {
      await openAccount(page);
      await page.getByRole('button', { name: 'Remove all' }).click();
      await page.getByText('There are no keys in this list.').scrollIntoViewIfNeeded();
    },
  },
  { name: 'two-factor-off', open: { phase: withTwoFactor(false) }, act: openAccount },
  { name: 'two-factor-unknown', open: { phase: ready }, act: openAccount },
  {
    name: 'two-factor-while-running',
    open: { phase: { ...withTwoFactor(true), kind: 'running' } },
    act: openAccount,
  },
  {
    name: 'two-factor-offer',
    open: { phase: withTwoFactor(false), replies: offered, ...stillAt },
    act: openTurnOn,
  },
  {
    name: 'two-factor-asking',
    open: { phase: withTwoFactor(false), replies: { offerTwoFactor: ['hold'] }, ...stillAt },
    act: async (page) => {
      await openAccount(page);
      await page.getByRole('button', { name: 'Turn on two-factor sign-in' }).click();
      await page.clock.runFor(8100);
    },
  },
  {
    name: 'two-factor-over',
    open: { phase: withTwoFactor(false), replies: offered, ...stillAt },
    act: async (page) => {
      await openTurnOn(page);
      await page.clock.runFor(301_000);
      await page.getByText('This QR code has expired').waitFor();
    },
  },
  {
    name: 'two-factor-is-on',
    open: {
      phase: withTwoFactor(false),
      replies: {
        ...offered,
        turnOnTwoFactor: [
          {
            result: { ok: true, value: null },
            then: sessionOf(withTwoFactor(true), { revision: 2 }),
          },
        ],
      },
    },
    act: async (page) => {
      await openTurnOn(page);
      await submitCode(page);
      await page.locator('main').getByText('Two-factor sign-in is on', { exact: true }).waitFor();
    },
  },
  { name: 'two-factor-turn-off', open: { phase: withTwoFactor(true) }, act: openTurnOff },
  {
    name: 'two-factor-left',
    open: { phase: withTwoFactor(false), replies: offered },
    act: async (page) => {
      await openTurnOn(page);
      await page.keyboard.press('Escape');
      await page.locator('main').getByText("Two-factor sign-in wasn't turned on").waitFor();
    },
  },
  {
    name: 'two-factor-unsure',
    open: {
      phase: ready,
      replies: {
        turnOffTwoFactor: [
          {
            result: {
              ok: false,
              failure: failureOf({ code: 'two-factor-unproven', turning: 'off' }),
            },
          },
        ],
      },
    },
    act: async (page) => {
      await openTurnOff(page);
      await submitCode(page);
      await page.getByText("The change wasn't confirmed").waitFor();
      await page.keyboard.press('Escape');
      await page.locator('main').getByText('Two-factor sign-in may have changed').waitFor();
    },
  },
  {
    name: 'renewed',
    open: {
      phase: ready,
      session: {
        notice: { kind: 'renewed', expiresAt: Date.UTC(2027, 2, 14, 12), lifetime: false },
      },
    },
  },
  {
    name: 'new-name-is-there',
    open: { phase: ready, session: { notice: { kind: 'name-changed', username: 'anna' } } },
  },
  {
    name: 'new-name-sign-in',
    open: {
      phase: { ...signedOut, username: 'nora' },
      session: { notice: { kind: 'name-changed', username: 'nora' } },
    },
    act: (page) => page.getByText('Your user name is now nora', { exact: true }).waitFor(),
  },
];
