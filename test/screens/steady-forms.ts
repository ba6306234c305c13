// The forms whose submit button must not move, with the failures that each one can get.
import type { Page } from '@playwright/test';
import type { CommandName } from '../../src/shared/commands.ts';
import type { Failure } from '../../src/shared/failure.ts';
import { openChat, opened, withNew, writeInChat } from '../gallery/chat.ts';
import {
  ableAccount,
  computerReplies,
  fillChangePassword,
  openChangePassword,
} from '../gallery/computers.ts';
import type { Place } from '../gallery/failure-table.ts';
import { failureTable } from '../gallery/failures.ts';
import {
  chooseKeyAction,
  fillCode,
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
  fillNewCodes,
  fillRecoveryCode,
  openCodes,
  openConfirmation,
  openMakeCodes,
  openRecoveryStep,
} from '../gallery/recovery-codes.ts';
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

/** Removes the retry time, so that the button stays enabled. */
const pauseOver = (failure: Failure): Failure =>
  'retryAt' in failure && failure.retryAt !== null ? { ...failure, retryAt: 0 } : failure;

/** Every failure, with the places where it can occur. */
const all = Object.values(failureTable).flatMap((shown) =>
  shown.map(({ failure, at }): { failure: Failure; at: readonly Place[] } => ({ failure, at })),
);
const locked = all.flatMap(({ failure }) => (failure.code === 'rate-limited' ? [failure] : []));
export const longest = failureOf({ code: 'refused' }, longSellerText);

/**
 * Failures that leave the button enabled come first; lockouts come last because they disable it.
 */
function failuresWhere(canBeMet: (failure: Failure, at: readonly Place[]) => boolean) {
  const met = all.filter(
    ({ failure, at }) => failure.code !== 'rate-limited' && canBeMet(failure, at),
  );
  return [...met.map(({ failure }) => pauseOver(failure)), longest, ...locked];
}

const metAt = (place: Place) => failuresWhere((_, at) => at.includes(place));
/** The form does not show this failure: it leads to another screen. */
const isOwned = (failure: Failure) => failure.code === 'key-used' && failure.usedByYou;

export interface FormUnderTest {
  readonly name: string;
  readonly command: CommandName;
  /** Options without replies to the command. */
  readonly open: OpenOptions;
  readonly arrive: (page: Page) => Promise<void>;
  readonly fill: (page: Page) => Promise<void>;
  /**
   * Replies to the command, in order: all failures that can occur there; for the sign-in form, all
   * failures.
   */
  readonly failures: readonly Failure[];
}

/** Returns options in which the command of the form fails with these failures in turn. */
export function refusing(
  { open, command }: FormUnderTest,
  failures: readonly Failure[],
): OpenOptions {
  const refusals = failures.map((failure) => ({ result: { ok: false, failure } as const }));
  return { ...open, replies: { ...open.replies, [command]: refusals } };
}

const noMove = (): Promise<void> => Promise.resolve();
const fillKey = (page: Page) => page.getByLabel('License key').fill('NWND-7F3Q-2MXX-91KD');

export const forms: readonly FormUnderTest[] = [
  {
    name: 'sign-in',
    command: 'signIn',
    open: { phase: signedOut },
    arrive: noMove,
    fill: fillSignIn,
    failures: failuresWhere((failure) => !isOwned(failure)),
  },
  {
    name: 'code',
    command: 'submitCode',
    open: {
      phase: { kind: 'code-needed', username: 'theo' },
    },
    arrive: noMove,
    fill: fillCode,
    failures: metAt('code'),
  },
  {
    name: 'redeem, signed in',
    command: 'redeem',
    open: { phase: ready },
    arrive: openRedeem,
    fill: fillKey,
    failures: failuresWhere((failure, at) => at.includes('redeem') && !isOwned(failure)),
  },
  {
    name: 'redeem, signed out',
    command: 'redeem',
    open: { phase: signedOut, info: redeemAlone },
    arrive: openRedeem,
    fill: async (page) => {
      await page.getByLabel('User name').fill('anna');
      await fillKey(page);
    },
    failures: failuresWhere((failure, at) => at.includes('redeem') && !isOwned(failure)),
  },
  {
    name: 'create an account',
    command: 'register',
    open: { phase: signedOut },
    arrive: (page) => chooseKeyAction(page, 'Create an account'),
    fill: fillNewAccount,
    failures: metAt('register'),
  },
  {
    name: 'sign-in with a key alone',
    command: 'signInWithKey',
    open: { phase: signedOut },
    arrive: (page) => chooseKeyAction(page, 'Sign in with only the key'),
    fill: fillKey,
    failures: failuresWhere(
      (failure, at) => failure.code.startsWith('key-') && at.includes('redeem'),
    ),
  },
  {
    name: 'password reset',
    command: 'forgot',
    open: { phase: signedOut, info: withoutForgotLink },
    arrive: openForgot,
    fill: fillForgot,
    failures: metAt('forgot'),
  },
  {
    name: 'change user name',
    command: 'changeUsername',
    open: { phase: ready },
    arrive: openNewName,
    fill: (page) => page.getByLabel('New user name').fill('nora'),
    failures: metAt('new-name'),
  },
  {
    name: 'change password',
    command: 'changePassword',
    open: { phase: ableAccount, replies: computerReplies },
    arrive: openChangePassword,
    fill: fillChangePassword,
    failures: metAt('change-password'),
  },
  {
    name: 'recovery code',
    command: 'submitCode',
    open: { phase: { kind: 'code-needed', username: 'theo', recovery: true } },
    arrive: openRecoveryStep,
    fill: fillRecoveryCode,
    failures: metAt('recovery'),
  },
  {
    name: 'new recovery codes',
    command: 'offerRecoveryCodes',
    open: openCodes(),
    arrive: openMakeCodes,
    fill: fillNewCodes,
    failures: metAt('new-codes'),
  },
  {
    name: 'confirm recovery codes',
    command: 'confirmRecoveryCodes',
    open: openCodes(),
    arrive: openConfirmation,
    fill: fillRecoveryCode,
    failures: metAt('confirm-codes'),
  },
  {
    name: 'turn on two-factor sign-in',
    command: 'turnOnTwoFactor',
    open: {
      phase: withTwoFactor(false),
      replies: offered,
    },
    arrive: async (page) => {
      await openTurnOn(page);
      await page.getByLabel('Six-digit code').focus();
    },
    fill: fillCode,
    failures: failuresWhere(
      ({ code }, at) => code !== 'two-factor-expired' && at.includes('turn-on'),
    ),
  },
  {
    name: 'turn off two-factor sign-in',
    command: 'turnOffTwoFactor',
    open: { phase: withTwoFactor(true) },
    arrive: openTurnOff,
    fill: fillCode,
    failures: metAt('turn-off'),
  },
  {
    name: 'chat message',
    command: 'sendChat',
    open: opened(withNew),
    arrive: openChat,
    fill: writeInChat,
    failures: failuresWhere(({ code }) => code.startsWith('chat-')),
  },
];
