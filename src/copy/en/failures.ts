// The words for failures: what happened, why we think so, one thing to do. `brief` says both in two lines below a field.
// No blame, no guesses: a fact that a failure lacks is left out.
import { catalogue } from '../sentences.ts';

export const failures = catalogue({
  busy: {
    title: 'One moment',
    text: 'Something else is still under way. Try again when it is done.',
    brief: 'Something else is still under way. Try again when it is done.',
  },
  'out-of-order': {
    title: 'That does not fit right now',
    text: 'Things have moved on in the meantime. Go on from what you see here.',
    brief: 'Things have moved on in the meantime. Go on from what you see here.',
  },
  cancelled: {
    title: 'Stopped',
    text: 'You can try again at any time.',
    brief: 'Stopped. You can try again at any time.',
  },
  'code-needed': {
    title: 'This account asks for a one-time code',
    text: 'Sign in, then type the code that your authenticator app shows.',
    brief: 'This account asks for a one-time code. Sign in, then type the code.',
  },
  'key-unknown': {
    title: 'This key was not found',
    text: 'Compare it with the message it came in: every character counts. It must be a key for {brand}.',
    brief: 'This key was not found. Compare it with the message it came in.',
  },
  'key-banned': {
    title: 'This key is banned',
    text: '{brand} has banned it, and can tell you why.',
  },
  'user-unknown': {
    title: 'There is no account with this user name',
    text: 'Check how it is spelled. The key was not redeemed.',
    brief: 'There is no account with this user name. Check how it is spelled.',
  },
  'no-plan-for-level': {
    title: 'This key cannot be redeemed yet',
    text: 'There is no subscription for it yet. Only {brand} can put that right.',
  },
  'username-taken': {
    title: 'Somebody has this user name',
    text: 'Choose another one. No account was created, and your key is still unused.',
    brief: 'Somebody has this user name. Choose another one; your key is still unused.',
  },
  'username-too-short': {
    title: 'This user name is too short',
    text: 'Choose a longer one.',
    brief: 'This user name is too short. Choose a longer one.',
  },
  'username-reserved': {
    title: 'This user name cannot be had',
    text: 'It is reserved, or looks like another one. Choose another one.',
    brief: 'This user name is reserved, or looks like another one. Choose another one.',
  },
  'new-username-taken': {
    title: 'Somebody has this user name',
    text: 'Choose another one. Your name is as it was.',
    brief: 'Somebody has this user name. Choose another one.',
  },
  'forgot-user-unknown': {
    title: 'There is no account with this user name',
    text: 'Check how it is spelled. No mail was sent.',
    brief: 'There is no account with this user name. Check how it is spelled.',
  },
  'email-missing': {
    title: 'This account has no e-mail address',
    text: 'So no mail can be sent. {brand} can give the account an address, or a new password.',
  },
  'email-wrong': {
    title: 'This is not the e-mail address of this account',
    text: 'Give the one that the account was created with. No mail was sent.',
    brief: 'This is not the e-mail address that the account was created with. No mail was sent.',
  },
  'mail-unavailable': {
    title: 'No mail can be sent',
    text: 'The service is not set up for it. {brand} can give you a new password.',
  },
  'device-id-invalid': {
    title: 'This computer was not accepted',
    text: 'The service could not use the id of this computer. {brand} can help.',
  },
  'app-unknown': {
    title: 'The service does not know {brand}',
    text: 'This program was set up for an application that the service does not have. Only {brand} can put that right.',
  },
  'variable-unknown': {
    title: 'The announcement could not be shown',
    text: 'The service does not have it. Everything else works as usual.',
  },
  'variable-read-only': {
    title: '{brand} has fixed this choice',
    text: 'It can be changed by {brand} only. Everything else works as usual.',
  },
  'type-unknown': {
    title: 'The service does not offer this',
    text: 'It may be older than this program. {brand} can help.',
  },
  'bad-request': {
    title: 'The service could not read the request',
    text: 'That is not your doing. Try again; if that does not help, ask for help.',
  },
  internal: {
    title: 'Something went wrong in this program',
    text: 'That is not your doing. Try again; if that does not help, ask for help.',
  },
});

/** What this computer does not do. */
export const thisComputer = catalogue({
  'vault-unavailable': {
    title: 'Your sign-in could not be kept',
    text: "This computer's key store did not take it. Next time you will be asked for your password again.",
  },
  'kept-not-changed': {
    title: 'That could not be saved',
    text: "This computer's key store did not take it, so your kept sign-in is as it was.",
  },
  'vault-unreadable': {
    title: 'Your kept sign-in could not be read',
    text: "This computer's key store is locked or did not answer. Sign in with your password.",
    brief: "This computer's key store did not open your kept sign-in. Type your password.",
  },
  'kept-by-older-version': {
    title: 'Please sign in once more',
    text: 'An older version kept your sign-in. Type your password and leave “Keep me signed in” on: then it is kept anew.',
    brief: 'An older version kept your sign-in. Type your password once more.',
  },
  'sandbox-off': {
    title: 'One layer of protection is missing',
    text: 'This system does not allow the sandbox that would keep a fault in this window away from your other files. {brand} works as usual.',
  },
  'hardware-unavailable': {
    title: 'This computer could not be recognised',
    text: 'The system did not say in time which computer this is. That often passes: try again in a moment.',
  },
  'app-missing': {
    title: '{brand} was not found',
    text: 'Its program file is missing. Installing it again usually helps.',
  },
  'app-altered': {
    title: '{brand} was not launched',
    text: 'Its program file is not where it belongs. Installing it again usually helps.',
  },
  'spawn-failed': {
    title: '{brand} could not be launched',
    text: 'The system did not let it run. Perhaps a security program stopped it.',
  },
});

/** The same failures on the redeem form: where no answer came, the key may have been redeemed; nobody need be signed in. */
export const whileRedeeming = catalogue({
  timeout: {
    title: 'No answer came in time',
    text: 'The connection may be slow, or the service busy. The key may have been redeemed all the same. If you send it again, we will tell you.',
    brief:
      'No answer came in time. Perhaps the key was redeemed: send it again, and we will tell you.',
  },
  'bad-reply': {
    title: 'The answer could not be read',
    text: 'Something other than the service may have answered, such as a proxy. The key may have been redeemed all the same. If you send it again, we will tell you.',
  },
  'bad-signature': {
    title: 'The answer could not be verified',
    text: 'It does not prove that it came from the service, so it was not used. The key may have been redeemed all the same. If you send it again, we will tell you.',
  },
  cancelled: {
    title: 'Stopped',
    text: 'No answer had come yet, so the key may have been redeemed. If you send it again, we will tell you.',
    brief: 'Stopped. Perhaps the key was redeemed: send it again, and we will tell you.',
  },
  'session-gone': {
    title: 'The key was not redeemed',
    text: 'The service had ended the connection in between. Try again.',
    brief: 'The key was not redeemed: the service had ended the connection. Try again.',
  },
  'not-signed-in': {
    title: 'The key was not redeemed',
    text: 'This service redeems keys only for somebody who is signed in. Go back, sign in, then redeem it.',
    brief: 'The key was not redeemed: this service does so only for somebody who is signed in.',
  },
});

/** The same failures above the sign-in form, after an automatic sign-in. */
export const whileKept = catalogue({
  'out-of-order': {
    title: 'Please sign in again',
    text: 'The code was not entered in time, so your password was put away to keep it safe.',
    brief: 'The code did not come in time, so your password was put away. Please sign in again.',
  },
  'bad-credentials': {
    title: 'Please sign in again',
    text: 'The user name and password no longer match. Perhaps the password was changed.',
    brief: 'The user name and password no longer match. Perhaps the password was changed.',
  },
});
