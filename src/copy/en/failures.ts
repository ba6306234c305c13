// English texts for failures. The title says what happened, the text says what to do, and `brief`
// says both in two lines below a field.
import { catalogue } from '../sentences.ts';

export const failures = catalogue({
  busy: {
    title: 'One moment',
    text: "Something else is still in progress. Try again when it's done.",
    brief: "Something else is still in progress. Try again when it's done.",
  },
  'out-of-order': {
    title: "That isn't possible right now",
    text: 'This screen has changed. Continue from here.',
    brief: 'This screen has changed. Continue from here.',
  },
  cancelled: {
    title: 'Stopped',
    text: 'You can try again at any time.',
    brief: 'Stopped. You can try again at any time.',
  },
  'code-needed': {
    title: 'This account requires a one-time code',
    text: 'Sign in, then enter the code from your authenticator app.',
    brief: 'This account requires a one-time code. Sign in, then enter the code.',
  },
  'key-banned': {
    title: 'This key is banned',
    text: 'Contact {brand} to find out why.',
  },
  'user-unknown': {
    title: 'No account has this user name',
    text: "Check the spelling. Your key wasn't redeemed.",
    brief: 'No account has this user name. Check the spelling.',
  },
  'no-plan-for-level': {
    title: "This key can't be redeemed yet",
    text: "Its subscription isn't set up yet. Contact {brand}.",
  },
  'username-taken': {
    title: 'This user name is taken',
    text: 'Choose another one. Your key is still unused.',
    brief: 'This user name is taken. Your key is unused.',
  },
  'email-taken': {
    title: 'This e-mail belongs to another account',
    text: 'Sign in to that account, or use another e-mail. Your key is still unused.',
    brief: 'Another account has this e-mail. Your key is unused.',
  },
  'trial-used': {
    title: 'This computer has already had its free trial',
    text: 'Sign in to the account you made with it, or redeem a key.',
  },
  'trial-limit': {
    title: 'No more free trials today',
    text: 'Too many began in this network. Try again tomorrow.',
  },
  'username-too-short': {
    title: 'This user name is too short',
    text: 'Choose a longer one.',
    brief: 'This user name is too short. Choose a longer one.',
  },
  'username-reserved': {
    title: "This user name isn't available",
    text: "It's reserved or looks like another one. Choose a different one.",
    brief: "This user name isn't available. Choose a different one.",
  },
  'password-guessable': {
    title: 'This password is too easy to guess',
    text: 'Choose one without common words, names or patterns. Four random words work well.',
    brief: 'This password is guessed in seconds. Four random words work well.',
  },
  'new-username-taken': {
    title: 'This user name is taken',
    text: "Choose another one. Your user name hasn't changed.",
    brief: 'This user name is taken. Choose another one.',
  },
  'forgot-user-unknown': {
    title: 'No account has this user name',
    text: 'Check the spelling. No e-mail was sent.',
    brief: 'No account has this user name. Check the spelling.',
  },
  'email-missing': {
    title: 'This account has no e-mail address',
    text: 'Contact {brand} to get a new password.',
  },
  'email-wrong': {
    title: "This isn't the account's e-mail address",
    text: 'Enter the one you created the account with. No e-mail was sent.',
    brief: "This isn't the account's e-mail address. Enter the one you created the account with.",
  },
  'mail-unavailable': {
    title: "The service can't send e-mails",
    text: 'Contact {brand} to get a new password.',
  },
  'device-id-invalid': {
    title: "This computer wasn't accepted",
    text: "The service couldn't identify it. Contact {brand}.",
  },
  'app-unknown': {
    title: "The service doesn't know {brand}",
    text: 'This loader is set up incorrectly. Contact {brand}.',
  },
  'variable-unknown': {
    title: "The announcement couldn't be shown",
    text: 'Everything else works as usual.',
  },
  'variable-read-only': {
    title: 'Only {brand} can change this',
    text: 'Contact {brand} if you need something else.',
  },
  'type-unknown': {
    title: "The service doesn't offer this",
    text: 'The service may be out of date. Contact {brand}.',
  },
  'bad-request': {
    title: "The service didn't understand the request",
    text: 'Try again. If it happens again, contact {brand}.',
  },
  internal: {
    title: 'Something went wrong',
    text: 'Try again. If it happens again, contact {brand}.',
  },
});

/** Failures of this computer. */
export const thisComputer = catalogue({
  'vault-unavailable': {
    title: "Your account couldn't be saved",
    text: "This computer can't store it safely. You'll need to sign in again next time.",
  },
  'kept-not-changed': {
    title: "That couldn't be saved",
    text: "Your saved account hasn't changed. Try again.",
  },
  'setting-refused': {
    title: "That couldn't be changed",
    text: 'Your system refused it. Try again, or change it in your system settings.',
  },
  'vault-unreadable': {
    title: "Your saved account couldn't be opened",
    text: "Your system's password storage may be locked. Sign in again.",
    brief: "Your saved account couldn't be opened. Sign in again.",
  },
  'sandbox-off': {
    title: 'One layer of protection is missing',
    text: "Your system doesn't let {brand} separate this window from your files. You can continue, or contact {brand}.",
  },
  'hardware-unavailable': {
    title: "This computer couldn't be recognised",
    text: 'This usually passes. Try again in a moment.',
  },
  'key-store-locked': {
    title: "This computer couldn't be recognised",
    text: "Your system's password storage is locked. Unlock it, then restart {brand}.",
  },
  'file-not-saved': {
    title: "The file couldn't be saved",
    text: 'Choose another folder, or copy the codes.',
  },
  'not-printed': {
    title: "The codes couldn't be printed",
    text: 'Check your printer, or save the codes as a file.',
  },
  'loader-not-updated': {
    title: "The update couldn't be installed",
    text: 'Nothing has changed. You can also download it from where you got this loader.',
  },
  'app-missing': {
    title: "{brand} wasn't found",
    text: 'Its program file is missing. Install it again.',
  },
  'app-altered': {
    title: "{brand} wasn't launched",
    text: "Its program file isn't in the right place. Install it again.",
  },
  'spawn-failed': {
    title: "{brand} couldn't be launched",
    text: 'A security program may have stopped it. Allow it there, then try again.',
  },
});

/** Failures of the redeem form. After a lost answer, the key may have been redeemed. */
export const whileRedeeming = catalogue({
  timeout: {
    title: 'The service took too long to answer',
    text: "Your key may have been redeemed. It's safe to try again.",
    brief:
      "The service took too long to answer. Your key may have been redeemed. It's safe to try again.",
  },
  interrupted: {
    title: 'The connection was interrupted',
    text: "Your key may have been redeemed. It's safe to try again.",
  },
  'bad-reply': {
    title: "The answer couldn't be read",
    text: "Your key may have been redeemed. It's safe to try again.",
  },
  'bad-signature': {
    title: "The answer couldn't be verified",
    text: "Your key may have been redeemed. It's safe to try again.",
  },
  cancelled: {
    title: 'Stopped',
    text: "Your key may have been redeemed. It's safe to try again.",
    brief: "Stopped. Your key may have been redeemed. It's safe to try again.",
  },
  'session-gone': {
    title: "The key wasn't redeemed",
    text: 'The connection to the service ended. Try again.',
    brief: "The key wasn't redeemed. Try again.",
  },
  'not-signed-in': {
    title: "The key wasn't redeemed",
    text: 'You need to sign in first. Go back, sign in, then redeem it.',
    brief: "The key wasn't redeemed. Go back, sign in, then redeem it.",
  },
});

/** Failures of a sign-in with a saved account. */
export const whileSavedSignIn = catalogue({
  'out-of-order': {
    title: 'Please sign in again',
    text: "The code wasn't entered in time.",
    brief: "The code wasn't entered in time. Please sign in again.",
  },
  'bad-credentials': {
    title: 'Please sign in again',
    text: 'Your saved password no longer works. It may have been changed.',
    brief: 'Your saved password no longer works. It may have been changed.',
  },
});
