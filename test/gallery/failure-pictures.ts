// Pictures of every failure, in each place where it can occur.
import type { Page } from '@playwright/test';
import type { Failure, FailureCode } from '../../src/shared/failure.ts';
import type { Trust } from '@latchkey/client/facts.ts';
import {
  nowMs,
  offered,
  ready,
  report,
  signedOut,
  verified,
  withTwoFactor,
  withoutForgotLink,
} from '../screens/samples.ts';
import type { OpenOptions } from '../screens/screen-page.ts';
import { ableAccount, computerReplies, submitChangePassword } from './computers.ts';
import {
  openCodes,
  openNewCodes,
  submitConfirmation,
  submitNewCodes,
  submitRecoveryCode,
} from './recovery-codes.ts';
import type { Place } from './failure-table.ts';
import { failureTable } from './failures.ts';
import { failedTask, programSample } from './program.ts';
import {
  openSettings,
  openTurnOff,
  openTurnOn,
  submitCode,
  submitForgot,
  submitKey,
  submitNewName,
  submitNewAccount,
  submitSignIn,
  type Picture,
} from './picture.ts';

const notReached: readonly FailureCode[] = [
  'offline',
  'dns',
  'refused-connection',
  'timeout',
  'interrupted',
  'tls',
  'proxy-auth',
  'captive-portal',
];
const refused: readonly FailureCode[] = ['server-down', 'bad-reply', 'bad-signature'];

/** The verification status that the core publishes with this failure. */
function trustBeside({ code }: Failure): Trust {
  if (notReached.includes(code)) return { kind: 'not-reached' };
  return refused.includes(code) ? { kind: 'refused' } : verified;
}

function stage(place: Place, failure: Failure): { open: OpenOptions; act?: Picture['act'] } {
  const { open, act } = openAt(place, failure);
  const session = { ...open.session, trust: trustBeside(failure) };
  return { open: { ...open, session }, ...(act === undefined ? {} : { act }) };
}

/** How to make a failure appear in its place. */
function openAt(place: Place, failure: Failure): { open: OpenOptions; act?: Picture['act'] } {
  const result = { ok: false, failure } as const;
  switch (place) {
    case 'sign-in':
      return { open: { phase: signedOut, replies: { signIn: [{ result }] } }, act: submitSignIn };
    case 'saved':
      return { open: { phase: { kind: 'signed-out', username: 'anna', failure } } };
    case 'code':
      return {
        open: {
          phase: { kind: 'code-needed', username: 'theo' },
          replies: { submitCode: [{ result }] },
        },
        act: submitCode,
      };
    case 'redeem':
      return {
        open: {
          phase: {
            kind: 'no-subscription',
            cause: 'never',
            username: 'nora',
            lapsed: [],
            report,
          },
          replies: { redeem: [{ result }] },
        },
        act: submitKey,
      };
    case 'register':
      return {
        open: { phase: signedOut, replies: { register: [{ result }] } },
        act: submitNewAccount,
      };
    case 'forgot':
      return {
        open: { phase: signedOut, info: withoutForgotLink, replies: { forgot: [{ result }] } },
        act: submitForgot,
      };
    case 'new-name':
      return {
        open: { phase: ready, replies: { changeUsername: [{ result }] } },
        act: submitNewName,
      };
    case 'change-password':
      return {
        open: {
          phase: ableAccount,
          replies: { ...computerReplies, changePassword: [{ result }] },
        },
        act: submitChangePassword,
      };
    case 'new-codes':
      return { open: openCodes({ offerRecoveryCodes: [{ result }] }), act: submitNewCodes };
    case 'save-codes':
      return {
        open: openCodes({ saveRecoveryCodes: [{ result }] }),
        act: async (page) => {
          await openNewCodes(page);
          await page.getByRole('button', { name: 'Save', exact: true }).click();
          await page.getByRole('alert').waitFor();
        },
      };
    case 'print-codes':
      return {
        open: openCodes({ printRecoveryCodes: [{ result }] }),
        act: async (page) => {
          await openNewCodes(page);
          await page.getByRole('button', { name: 'Print' }).click();
          await page.getByRole('alert').waitFor();
        },
      };
    case 'confirm-codes':
      return { open: openCodes({ confirmRecoveryCodes: [{ result }] }), act: submitConfirmation };
    case 'recovery':
      return {
        open: {
          phase: { kind: 'code-needed', username: 'theo', recovery: true },
          replies: { submitCode: [{ result }] },
        },
        act: submitRecoveryCode,
      };
    case 'offer':
      return {
        open: {
          phase: withTwoFactor(false),
          replies: { offerTwoFactor: [{ result }] },
        },
        act: async (page) => {
          await openSettings(page, 'Security');
          await page.getByRole('button', { name: 'Turn on two-factor sign-in' }).click();
          await page.getByRole('alert').waitFor();
        },
      };
    case 'turn-on':
      return {
        open: {
          phase: withTwoFactor(false),
          replies: { ...offered, turnOnTwoFactor: [{ result }] },
        },
        act: async (page) => {
          await openTurnOn(page);
          await submitCode(page);
        },
      };
    case 'turn-off':
      return {
        open: { phase: withTwoFactor(true), replies: { turnOffTwoFactor: [{ result }] } },
        act: async (page) => {
          await openTurnOff(page);
          await submitCode(page);
        },
      };
    case 'launch':
      return {
        open: { phase: ready, replies: { launch: [{ result }] } },
        act: (page: Page) => page.getByRole('button', { name: 'Launch' }).click(),
      };
    case 'screen':
      return {
        open: {
          phase: { kind: 'unreachable', username: '', failure },
          session: { nextRetryAt: nowMs + 37_000 },
        },
      };
    case 'told-at-form':
      return { open: { phase: signedOut, session: { notice: { kind: 'failure', failure } } } };
    case 'task':
      return {
        open: {
          phase: { ...ready, announcement: null },
          session: { program: programSample, tasks: [failedTask(failure)] },
        },
      };
    case 'background':
      return { open: { phase: ready, session: { notice: { kind: 'failure', failure } } } };
  }
}

export const failurePictures: readonly Picture[] = Object.entries(failureTable).flatMap(
  ([code, shown]) =>
    shown.flatMap(({ failure, at }, index) =>
      at.map((place) => ({
        name: `${code}${shown.length > 1 ? `-${index + 1}` : ''}-${place}`,
        ...stage(place, failure),
      })),
    ),
);
