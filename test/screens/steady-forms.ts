// The forms whose button must stay where it is, and the failures that each of them is answered with.
import type { Page } from '@playwright/test';
import type { CommandName } from '../../src/shared/commands.ts';
import type { Failure } from '../../src/shared/failure.ts';
import { openChat, opened, withNew, writeInChat } from '../gallery/chat.ts';
import type { Place } from '../gallery/failure-table.ts';
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

/** The service would take the next try: the button stays open. */
const pauseOver = (failure: Failure): Failure =>
  'retryAt' in failure && failure.retryAt !== null ? { ...failure, retryAt: 0 } : failure;

/** Every failure, with the places where it can be met. */
const all = Object.values(failureTable).flatMap((shown) =>
  shown.map(({ failure, at }): { failure: Failure; at: readonly Place[] } => ({ failure, at })),
);
const locked = all.flatMap(({ failure }) => (failure.code === 'rate-limited' ? [failure] : []));
export const longest = failureOf({ code: 'refused' }, longSellerText);

/** Those that leave the button open come first; the last one closes it. */
function failuresWhere(canBeMet: (failure: Failure, at: readonly Place[]) => boolean) {
  const met = all.filter(
    ({ failure, at }) => failure.code !== 'rate-limited' && canBeMet(failure, at),
  );
  return [...met.map(({ failure }) => pauseOver(failure)), longest, ...locked];
}

const metAt = (place: Place) => failuresWhere((_, at) => at.includes(place));
/** No failure for the form: it is good news, and another screen. */
const isOwned = (failure: Failure) => failure.code === 'key-used' && failure.usedByYou;

export interface FormUnderTest {
  readonly name: string;
  readonly command: CommandName;
  /** Without the answers of the command. */
  readonly open: OpenOptions;
  readonly arrive: (page: Page) => Promise<void>;
  readonly fill: (page: Page) => Promise<void>;
  /** What the command is answered with, in turn. All that can be met there; at the sign-in form, all that there are. */
  readonly failures: readonly Failure[];
}

/** The command of the form is answered with these. */
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
    fill: (page) => page.getByLabel('Six-digit code').fill('042917'),
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
    arrive: (page) => chooseWay(page, 'Create an account'),
    fill: fillNewAccount,
    failures: metAt('register'),
  },
  {
    name: 'a key alone',
    command: 'signInWithKey',
    open: { phase: signedOut },
    arrive: (page) => chooseWay(page, 'Use the key alone'),
    fill: fillKey,
    failures: failuresWhere(
      (failure, at) => failure.code.startsWith('key-') && at.includes('redeem'),
    ),
  },
  {
    name: 'a forgotten password',
    command: 'forgot',
    open: { phase: signedOut, info: withoutForgotLink },
    arrive: openForgot,
    fill: fillForgot,
    failures: metAt('forgot'),
  },
  {
    name: 'another user name',
    command: 'changeUsername',
    open: { phase: ready },
    arrive: openNewName,
    fill: (page) => page.getByLabel('New user name').fill('nora'),
    failures: metAt('new-name'),
  },
  {
    name: 'turning two-step sign-in on',
    command: 'turnOnTwoFactor',
    open: {
      phase: withTwoFactor(false),
      replies: offered,
    },
    arrive: async (page) => {
      await openTurnOn(page);
      await page.getByLabel('Six-digit code').focus();
    },
    fill: (page) => page.getByLabel('Six-digit code').fill('042917'),
    failures: failuresWhere(
      ({ code }, at) => code !== 'two-factor-expired' && at.includes('turn-on'),
    ),
  },
  {
    name: 'turning two-step sign-in off',
    command: 'turnOffTwoFactor',
    open: { phase: withTwoFactor(true) },
    arrive: openTurnOff,
    fill: (page) => page.getByLabel('Six-digit code').fill('042917'),
    failures: metAt('turn-off'),
  },
  {
    name: 'a message',
    command: 'sendChat',
    open: opened(withNew),
    arrive: openChat,
    fill: writeInChat,
    failures: failuresWhere(({ code }) => code.startsWith('chat-')),
  },
];
