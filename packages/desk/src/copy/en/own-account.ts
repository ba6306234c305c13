// English: the own account: sessions, second factor, password and language.
import { minPersonPasswordLength } from '@latchkey/protocol/limits.ts';

export const ownAccount = {
  title: 'Your account',
  password: 'Password',
  passwordText: 'Changing it ends all other sessions.',
  changePassword: 'Change password',
  language: 'Language',
  languages: { en: 'English', de: 'Deutsch' },
  input: 'Language and keyboard',
  slash: 'Press / to search',
  slashHint: 'Turn it off if you use speech input.',
};

export const passwordChange = {
  title: 'Change your password',
  text: 'You stay signed in here. All other sessions end.',
  present: 'Current password',
  next: 'New password',
  hint: `At least ${minPersonPasswordLength} characters.`,
  again: 'Repeat the new password',
  different: 'The passwords differ.',
  short: `The password needs at least ${minPersonPasswordLength} characters.`,
  code: 'One-time code or recovery code',
  wrong: 'The current password is wrong.',
  submit: 'Change password',
  done: 'Your password is changed.',
};

export const secondFactor = {
  title: 'Second factor',
  on: 'On',
  off: 'Off',
  onText: 'A sign-in needs a code of your authenticator app.',
  offText: 'A stolen password is not enough once a code is needed.',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  scanTitle: 'Scan the code',
  scanText: 'Scan it with your authenticator app, then enter the code that the app shows.',
  qr: 'QR code for your authenticator app',
  manual: 'Or enter this key in the app:',
  copyKey: 'Copy key',
  code: 'Code of the app',
  confirm: 'Turn on',
  codesTitle: 'Save your recovery codes',
  codesText: 'Each code works once if you lose your app. They are shown only now.',
  copyCodes: 'Copy codes',
  saveCodes: 'Save as a file',
  fileName: 'latchkey-recovery-codes.txt',
  saved: 'I saved them',
  turnOffTitle: 'Turn the second factor off?',
  turnOffText: 'Your password alone then opens the desk. Your recovery codes stop working.',
  turnOffCode: 'One-time code or recovery code',
  offDone: 'The second factor is off.',
  onDone: 'The second factor is on.',
};

export const sessions = {
  title: 'Sessions',
  text: 'Where you are signed in.',
  current: 'This one',
  browser: 'Browser',
  address: 'IP address',
  since: 'Signed in',
  seen: 'Last used',
  actions: 'Actions',
  unknownBrowser: 'Unknown browser',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  end: 'End',
  endOf: (browser: string) => `End the session of ${browser}`,
  endTitle: (browser: string) => `End the session of ${browser}?`,
  endText: 'Anyone who uses it has to sign in again.',
  endDone: 'The session has ended.',
  endOthers: 'End all others',
  endOthersTitle: 'End all other sessions?',
  endOthersText: (count: number, shown: string) =>
    count === 1
      ? 'One session ends. You stay signed in here.'
      : `${shown} sessions end. You stay signed in here.`,
  endOthersSubmit: (count: number, shown: string) =>
    count === 1 ? 'End 1 session' : `End ${shown} sessions`,
  endOthersDone: 'All other sessions have ended.',
};

export const newApplication = {
  title: 'Applications',
  create: 'New application',
  text: 'It has separate users, license keys and settings.',
  name: 'Name',
  subscription: 'First subscription',
  usualSubscription: 'Default',
  missing: 'Enter a name.',
  submit: 'Create',
  ready: (name: string) => `${name} is ready`,
  readyText: 'The seller key opens everything in it. It is shown only now.',
  sellerKey: 'Seller key',
  configuration: 'For loader.config.json. Replace the address if loaders use another one.',
  open: (name: string) => `Open ${name}`,
};
