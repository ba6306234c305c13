// The words of two-step sign-in: its state in the account, turning it on and off.
import { catalogue } from '../sentences.ts';

export const twoFactor = catalogue({
  heading: 'Two-step sign-in',
  states: {
    on: { chip: 'On', text: 'Signing in also asks for a code from your authenticator app.' },
    off: {
      chip: 'Off',
      text: 'Turned on, signing in also asks for a code that only your phone has: knowing your password is then not enough.',
    },
    unknown: { chip: 'Unknown', text: 'The service does not say whether it is on.' },
  },
  turnOn: 'Turn on two-step sign-in',
  turnOff: 'Turn off two-step sign-in',
  scan: 'Scan this with an authenticator app on your phone. Then type the code that the app shows.',
  qr: 'QR code for your authenticator app',
  byHand: 'Or type this secret into the app:',
  copySecret: 'Copy secret',
  left: 'Time left: {time}',
  lastMinute: 'One minute left.',
  over: 'The five minutes are over',
  overText: 'The secret was deleted, and no longer counts.',
  again: 'Show a new QR code',
  on: 'Turn on',
  turningOn: 'Turning on…',
  offLead:
    'From then on the password alone signs {name} in. Type a code from your authenticator app.',
  off: 'Turn off',
  turningOff: 'Turning off…',
});

/** What came of it, said in the account. */
export const twoFactorEnd = catalogue({
  on: {
    title: 'Two-step sign-in is on',
    text: 'The service has confirmed it. Keep the app: you need it at each sign-in.',
  },
  off: {
    title: 'Two-step sign-in is off',
    text: 'The service has confirmed it. You can delete the entry in your app.',
  },
  left: {
    title: 'Two-step sign-in was not turned on',
    text: 'You left before it was done. If you have scanned the QR code, delete that entry in your app.',
  },
  unsure: {
    title: 'Perhaps two-step sign-in was changed',
    text: 'The service has not confirmed it. Check again, and keep your authenticator app until you know.',
  },
});

/** The service said that it was done, and its next answer did not prove it. */
export const unproven = catalogue({
  on: {
    title: 'The service did not confirm it',
    text: 'Perhaps two-step sign-in is on, perhaps not. Go back and check again; keep the entry in your app until you know.',
  },
  off: {
    title: 'The service did not confirm it',
    text: 'Perhaps two-step sign-in is still on. Go back and check again; keep your authenticator app until you know.',
  },
});

/** The service said that it was done, and then proved the opposite. */
export const unchanged = catalogue({
  on: {
    title: 'Two-step sign-in is still off',
    text: 'The service said that it was done, then that it was not. Try again; if that does not help, {brand} can.',
  },
  off: {
    title: 'Two-step sign-in is still on',
    text: 'The service said that it was done, then that it was not. Try again; if that does not help, {brand} can.',
  },
});

export const twoFactorRefusals = catalogue({
  'two-factor-on': {
    title: 'Two-step sign-in is on already',
    text: 'Codes come from the app that was set up when it was turned on. A secret shown here since does not count.',
    brief: 'It is on already. Codes come from the app that was set up then.',
  },
  'two-factor-off': {
    title: 'Two-step sign-in is off already',
    text: 'Signing in asks for no code.',
    brief: 'It is off already: signing in asks for no code.',
  },
  'two-factor-expired': {
    title: 'This secret is too old',
    text: 'A secret counts for five minutes. Let a new QR code be shown, and scan that.',
    brief: 'This secret is too old. Let a new QR code be shown, and scan that.',
  },
});

/** While it is being turned on or off. */
export const whileTwoFactor = catalogue({
  timeout: {
    title: 'No answer came in time',
    text: 'Perhaps it was done all the same. Go back and check again; keep your authenticator app until you know.',
  },
  cancelled: {
    title: 'Stopped',
    text: 'Perhaps it was done all the same. Go back and check again; keep your authenticator app until you know.',
  },
});
