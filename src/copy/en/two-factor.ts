// English texts about two-factor sign-in: its state, and turning it on and off.
import { catalogue } from '../sentences.ts';

export const twoFactor = catalogue({
  heading: 'Two-factor sign-in',
  states: {
    on: { chip: 'On', text: 'You need a code from your authenticator app to sign in.' },
    off: {
      chip: 'Off',
      text: 'Protect your account with a code from your phone.',
    },
    unknown: {
      chip: 'Unknown',
      text: 'You may need a code from your authenticator app to sign in.',
    },
  },
  turnOn: 'Turn on two-factor sign-in',
  turnOff: 'Turn off two-factor sign-in',
  /** Two steps: scan the QR code, then enter a code. Two more confirm recovery codes. */
  step: 'Step {step} of {all}',
  scan: 'Scan this with the authenticator app on your phone.',
  next: 'Continue',
  enter: 'Enter the code',
  enterLead: 'Your authenticator app shows it.',
  qr: 'QR code for your authenticator app',
  manualEntry: 'Or enter this setup key in the app:',
  copySecret: 'Copy setup key',
  left: 'Time left: {time}',
  lastMinute: 'One minute left.',
  over: 'This QR code has expired',
  overText: 'Show a new one to continue.',
  again: 'Show a new QR code',
  on: 'Turn on',
  turningOn: 'Turning on…',
  offLead:
    "Enter a code from your authenticator app. You'll then sign in as {name} with only your password.",
  /** With a recovery code in place of a one-time code. */
  offLeadRecovery:
    "Enter one of your recovery codes. You'll then sign in as {name} with only your password.",
  offLeadRecoveryByKey: "Enter one of your recovery codes. You'll then sign in with only your key.",
  /** Shown to users who signed in with only a key. */
  offLeadByKey: "Enter a code from your authenticator app. You'll then sign in with only your key.",
  off: 'Turn off',
  turningOff: 'Turning off…',
});

/** The outcome of a change, shown in the settings. */
export const twoFactorOutcomes = catalogue({
  on: {
    title: 'Two-factor sign-in is on',
    text: 'Keep your authenticator app. You need it each time you sign in.',
  },
  off: {
    title: 'Two-factor sign-in is off',
    text: 'You can delete the entry in your authenticator app.',
  },
  left: {
    title: "Two-factor sign-in wasn't turned on",
    text: 'If you scanned the QR code, delete that entry in your app.',
  },
  unsure: {
    title: 'Two-factor sign-in may have changed',
    text: 'Check again. Until then, keep your authenticator app.',
  },
});

/** The service reported success, but its next answer did not prove it. */
export const unproven = catalogue({
  on: {
    title: "The change wasn't confirmed",
    text: 'Two-factor sign-in may be on. Go back and check, and keep the entry in your app.',
  },
  off: {
    title: "The change wasn't confirmed",
    text: 'Two-factor sign-in may still be on. Go back and check, and keep your authenticator app.',
  },
});

/** The service reported success, but its next answer proved the opposite. */
export const unchanged = catalogue({
  on: {
    title: 'Two-factor sign-in is still off',
    text: "The change didn't take effect. Try again, or contact {brand}.",
  },
  off: {
    title: 'Two-factor sign-in is still on',
    text: "The change didn't take effect. Try again, or contact {brand}.",
  },
});

export const twoFactorRefusals = catalogue({
  'two-factor-on': {
    title: 'Two-factor sign-in is already on',
    text: 'Use the authenticator app you already set up.',
    brief: "It's already on. Use the authenticator app you already set up.",
  },
  'two-factor-off': {
    title: 'Two-factor sign-in is already off',
    text: "You don't need a code to sign in.",
    brief: "It's already off. You don't need a code to sign in.",
  },
  'two-factor-expired': {
    title: 'This QR code has expired',
    text: 'Show a new one and scan it within five minutes.',
    brief: 'This QR code has expired. Show a new one and scan it within five minutes.',
  },
  'recovery-expired': {
    title: 'These recovery codes have expired',
    text: 'Make new ones. Until then, your old codes stay valid.',
    brief: 'These recovery codes have expired. Make new ones.',
  },
});

/** Failures of turning two-factor sign-in on or off. */
export const whileTwoFactor = catalogue({
  timeout: {
    title: 'The service took too long to answer',
    text: 'The change may have been made. Go back and check, and keep your authenticator app.',
  },
  cancelled: {
    title: 'Stopped',
    text: 'The change may have been made. Go back and check, and keep your authenticator app.',
  },
});
