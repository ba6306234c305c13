// The forms whose button must stay where it is, and the failures that each of them is answered with.
import type { Page } from '@playwright/test';
import type { CommandName } from '../../src/shared/commands.ts';
import type { Failure } from '../../src/shared/failure.ts';
import { openChat, opened, withNew, writeInChat } from '../gallery/chat.ts';
import { failureTable } from '../gallery/failures.ts';
import {
  chooseWay,
  fillForgot,
  fillNewAccount,
  fillSignIn,
  openForgot,
  openNewName,
  openRedeem,
  openTurnOff,
  openTurnOn,
} from '../gallery/picture.ts';
import {
  failureOf,
  longSellerText,
  offered,
  ready,
  redeemAlone,
  signedOut,
  withTwoFactor,
  withoutForgotLink,
} from './samples.ts';
import type { OpenOptions } from './screen-page.ts';

const locked: readonly Failure[] = Object.values(failureTable)
  .flatMap((shown) => shown.map(({ failure }): Failure => failure))
  .filter(({ code }) => code === 'rate-limited');
/** No failure for the form: it is good news, and another screen. */
const owned = (failure: Failure) => failure.code === 'key-used' && failure.usedByYou;
/** As it stands when the service would take the next try. */
const pauseOver = (failure: Failure): Failure =>
  'retryAt' in failure && failure.retryAt !== null ? { ...failure, retryAt: 0 } : failure;
/** Those that leave the button open come first; the last one closes it. */
export const failures: readonly Failure[] = [
  ...Object.values(failureTable)
    .flatMap((shown) => shown.map(({ failure }): Failure => failure))
    .filter((failure) => failure.code !== 'rate-limited' && !owned(failure))
    .map(pauseOver),
  failureOf({ code: 'refused' }, longSellerText),
  failureOf({ code: 'bad-credentials', triesLeft: null, retryAt: null }, longSellerText),
  ...locked,
];

const refusalsOf = (given: readonly Failure[]) =>
  given.map((failure) => ({ result: { ok: false, failure } as const }));
const refusals = refusalsOf(failures);
/** A key that is refused is said where the key is: on the screen before. */
const notOfKeys = failures.filter(
  ({ code }) => !code.startsWith('key-') && code !== 'no-plan-for-level',
);

/** An offer that is too old goes, and its form with it. */
const notExpired = failures.filter(({ code }) => code !== 'two-factor-expired');

export interface FormUnderTest {
  readonly name: string;
  readonly command: CommandName;
  readonly open: OpenOptions;
  readonly arrive: (page: Page) => Promise<void>;
  readonly fill: (page: Page) => Promise<void>;
  /** All of them, where nothing is said. */
  readonly failures?: readonly Failure[];
}

const noMove = (): Promise<void> => Promise.resolve();
const fillKey = (page: Page) => page.getByLabel('License key').fill('NWND-7F3Q-2MXX-91KD');

export const forms: readonly FormUnderTest[] = [
  {
    name: 'sign-in',
    command: 'signIn',
    open: { phase: signedOut, replies: { signIn: refusals } },
    arrive: noMove,
    fill: fillSignIn,
  },
  {
    name: 'code',
    command: 'submitCode',
    open: {
      phase: { kind: 'code-needed', username: 'theo' },
      replies: { submitCode: refusals },
    },
    arrive: noMove,
    fill: (page) => page.getByLabel('Six-digit code').fill('042917'),
  },
  {
    name: 'redeem, signed in',
    command: 'redeem',
    open: { phase: ready, replies: { redeem: refusals } },
    arrive: openRedeem,
    fill: fillKey,
  },
  {
    name: 'redeem, signed out',
    command: 'redeem',
    open: { phase: signedOut, info: redeemAlone, replies: { redeem: refusals } },
    arrive: openRedeem,
    fill: async (page) => {
      await page.getByLabel('User name').fill('anna');
      await fillKey(page);
    },
  },
  {
    name: 'create an account',
    command: 'register',
    open: { phase: signedOut, replies: { register: refusalsOf(notOfKeys) } },
    arrive: (page) => chooseWay(page, 'Create an account'),
    fill: fillNewAccount,
    failures: notOfKeys,
  },
  {
    name: 'a key alone',
    command: 'signInWithKey',
    open: { phase: signedOut, replies: { signInWithKey: refusals } },
    arrive: (page) => chooseWay(page, 'Use the key alone'),
    fill: fillKey,
  },
  {
    name: 'a forgotten password',
    command: 'forgot',
    open: { phase: signedOut, info: withoutForgotLink, replies: { forgot: refusals } },
    arrive: openForgot,
    fill: fillForgot,
  },
  {
    name: 'another user name',
    command: 'changeUsername',
    open: { phase: ready, replies: { changeUsername: refusals } },
    arrive: openNewName,
    fill: (page) => page.getByLabel('New user name').fill('nora'),
  },
  {
    name: 'turning two-step sign-in on',
    command: 'turnOnTwoFactor',
    open: {
      phase: withTwoFactor(false),
      replies: { ...offered, turnOnTwoFactor: refusalsOf(notExpired) },
    },
    arrive: async (page) => {
      await openTurnOn(page);
      await page.getByLabel('Six-digit code').focus();
    },
    fill: (page) => page.getByLabel('Six-digit code').fill('042917'),
    failures: notExpired,
  },
  {
    name: 'turning two-step sign-in off',
    command: 'turnOffTwoFactor',
    open: { phase: withTwoFactor(true), replies: { turnOffTwoFactor: refusals } },
    arrive: openTurnOff,
    fill: (page) => page.getByLabel('Six-digit code').fill('042917'),
  },
  {
    name: 'a message',
    command: 'sendChat',
    open: opened(withNew, { sendChat: refusals }),
    arrive: openChat,
    fill: writeInChat,
  },
];
