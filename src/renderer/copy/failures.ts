// The words for every failure code: what happened, why we think so, one thing to do. A code without words does not compile.
// No blame, no guesses: a fact that a failure lacks is left out.
import type { Failure, FailureCode } from '../../shared/failure.ts';
import { timeFrom } from './dates.ts';
import { connectionWords } from './connection-failures.ts';
import { badCode, badCredentials, invalidInput, keyUsed } from './failure-facts.ts';
import {
  appDisabledCopy,
  appPausedCopy,
  bannedCopy,
  endedCopy,
  neverCopy,
  notRedeemedCopy,
  pausedCopy,
  reasonGiven,
  updateWithoutLink,
  withBrand,
  wrongDeviceCopy,
} from './states.ts';
import type { Situation, Words } from './words.ts';

export type WordTable<Code extends FailureCode> = {
  readonly [Each in Code]: (failure: Failure<Each>, situation: Situation) => Words;
};

const table: WordTable<FailureCode> = {
  ...connectionWords,
  'invalid-input': invalidInput,

  busy: () => ({
    title: 'One moment',
    text: 'Something else is still under way. Try again when it is done.',
    brief: 'Something else is still under way. Try again when it is done.',
  }),
  'out-of-order': (_, { moment }) =>
    moment === 'kept'
      ? {
          title: 'Please sign in again',
          text: 'The code was not entered in time, so your password was put away to keep it safe.',
          brief:
            'The code did not come in time, so your password was put away. Please sign in again.',
        }
      : {
          title: 'That does not fit right now',
          text: 'Things have moved on in the meantime. Go on from what you see here.',
          brief: 'Things have moved on in the meantime. Go on from what you see here.',
        },
  cancelled: (_, { moment }) =>
    moment === 'redeem'
      ? {
          title: 'Stopped',
          text: 'No answer had come yet, so the key may have been redeemed. If you send it again, we will tell you.',
          brief: 'Stopped. Perhaps the key was redeemed: send it again, and we will tell you.',
        }
      : {
          title: 'Stopped',
          text: 'You can try again at any time.',
          brief: 'Stopped. You can try again at any time.',
        },

  'bad-credentials': badCredentials,
  'code-needed': () => ({
    title: 'This account asks for a one-time code',
    text: 'Sign in, then type the code that your authenticator app shows.',
    brief: 'This account asks for a one-time code. Sign in, then type the code.',
  }),
  'bad-code': badCode,
  'rate-limited': ({ retryAt }) => ({
    title: 'Too many tries for now',
    text: `To keep accounts safe, the service asks you to wait. You can try again at ${timeFrom(retryAt)}.`,
    brief: `Too many tries for now. You can try again at ${timeFrom(retryAt)}.`,
  }),

  'key-unknown': (_, { brand }) => ({
    title: 'This key was not found',
    text: `Compare it with the message it came in: every character counts. It must be a key for ${brand}.`,
    brief: 'This key was not found. Compare it with the message it came in.',
  }),
  'key-used': keyUsed,
  'key-banned': (_, { brand }) => ({
    title: 'This key is blocked',
    text: `${brand} has blocked it, and can tell you why.`,
    offer: 'contact',
  }),
  'user-unknown': () => ({
    title: 'There is no account with this user name',
    text: 'Check how it is spelled. The key was not redeemed.',
    brief: 'There is no account with this user name. Check how it is spelled.',
  }),
  'no-plan-for-level': (_, { brand }) => ({
    title: 'This key cannot be redeemed yet',
    text: `There is no subscription for it yet. Only ${brand} can put that right.`,
    offer: 'contact',
  }),
  'no-subscription': () => ({ ...neverCopy, offer: 'renew' }),
  'subscription-paused': (_, { brand }) =>
    withBrand({ title: pausedCopy.title, text: pausedCopy.text, offer: 'contact' }, brand),

  'wrong-device': (_, { brand }) => withBrand({ ...wrongDeviceCopy, offer: 'reset' }, brand),
  'device-id-invalid': (_, { brand }) => ({
    title: 'This computer was not accepted',
    text: `The service could not use the id of this computer. ${brand} can help.`,
    offer: 'contact',
  }),
  banned: ({ reason }, { brand }) => ({
    ...withBrand(bannedCopy.user, brand),
    ...(reason === null ? {} : { text: `${reasonGiven}: ${reason}` }),
    offer: 'contact',
  }),
  blacklisted: (_, { brand }) => withBrand({ ...bannedCopy.blacklist, offer: 'contact' }, brand),

  'app-paused': (_, { brand }) => withBrand(appPausedCopy, brand),
  'app-disabled': (_, { brand }) => withBrand({ ...appDisabledCopy, offer: 'contact' }, brand),
  'app-unknown': (_, { brand }) => ({
    title: `The service does not know ${brand}`,
    text: `This program was set up for an application that the service does not have. Only ${brand} can put that right.`,
    offer: 'contact',
  }),
  'update-required': (_, { brand }) => withBrand(updateWithoutLink, brand),

  'session-gone': sessionOver,
  'not-signed-in': sessionOver,
  'variable-unknown': () => ({
    title: 'The announcement could not be shown',
    text: 'The service does not have it. Everything else works as usual.',
  }),
  'type-unknown': (_, { brand }) => ({
    title: 'The service does not offer this',
    text: `It may be older than this program. ${brand} can help.`,
    offer: 'contact',
  }),
  'bad-request': () => ({
    title: 'The service could not read the request',
    text: 'That is not your doing. Try again; if it stays, ask for help.',
    offer: 'contact',
  }),
  refused: ({ sellerText }, { brand }) => ({
    title: 'The service did not allow this',
    text:
      sellerText === null
        ? `It gave no reason. ${brand} can help.`
        : `It gave the reason below. ${brand} can tell you more.`,
    offer: 'contact',
  }),

  'vault-unavailable': () => ({
    title: 'Your sign-in could not be kept',
    text: "This computer's key store did not take it. Next time you will be asked for your password again.",
  }),
  'vault-unreadable': () => ({
    title: 'Your kept sign-in could not be read',
    text: "This computer's key store is locked or did not answer. Sign in with your password.",
    brief: "This computer's key store did not open your kept sign-in. Type your password.",
  }),
  'kept-by-older-version': () => ({
    title: 'Please sign in once more',
    text: 'An older version kept your sign-in. Type your password and leave “Keep me signed in” on: then it is kept anew.',
    brief: 'An older version kept your sign-in. Type your password once more.',
  }),
  'kept-not-removed': ({ file }) => ({
    title: 'Your kept sign-in could not be removed',
    text: `You are signed out, but the next start would sign you in again. To prevent it, delete the file ${file} by hand.`,
    noCode: true,
  }),
  'sandbox-off': (_, { brand }) => ({
    title: 'One layer of protection is missing',
    text: `This system does not allow the sandbox that would keep a fault in this window away from your other files. ${brand} works as usual.`,
    noCode: true,
  }),
  'data-folder-unusable': ({ folder }, { brand }) => ({
    title: 'Nothing can be kept on this computer',
    text: `You can use ${brand} as usual, but sign-in and settings last only until you close this window: the folder ${folder} cannot be written.`,
    noCode: true,
  }),
  'hardware-unavailable': () => ({
    title: 'This computer could not be recognised',
    text: 'The system did not say in time which computer this is. That often passes: try again in a moment.',
  }),
  'app-missing': (_, { brand }) => ({
    title: `${brand} was not found`,
    text: 'Its program file is missing. Installing it again usually helps.',
  }),
  'app-altered': (_, { brand }) => ({
    title: `${brand} was not launched`,
    text: 'Its program file is not where it belongs. Installing it again usually helps.',
  }),
  'spawn-failed': (_, { brand }) => ({
    title: `${brand} could not be launched`,
    text: 'The system did not let it run. Perhaps a security program stopped it.',
  }),
  internal: () => ({
    title: 'Something went wrong in this program',
    text: 'That is not your doing. Try again; if it stays, ask for help.',
    offer: 'contact',
  }),
};

/** On a form that asks for no sign-in, one that has ended is no news. */
function sessionOver({ code }: Failure, { moment }: Situation): Words {
  if (moment !== 'redeem') return endedCopy;
  return code === 'not-signed-in' ? notRedeemedCopy.withoutSignIn : notRedeemedCopy.over;
}

/** The words for a failure as it is shown at this moment. */
export function wordsFor(failure: Failure, situation: Situation): Words {
  // The table pairs each code with its own failure; a lookup by a union of codes cannot show that to the compiler.
  const write = table[failure.code] as (failure: Failure, situation: Situation) => Words;
  return write(failure, situation);
}
