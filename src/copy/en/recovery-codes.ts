// English texts about recovery codes, and about changes of the account's security.
import { catalogue } from '../sentences.ts';

/** The form for a recovery code, in place of a one-time code (`code`). */
export const recoveryCode = catalogue({
  title: 'Enter a recovery code',
  lead: 'Signing in as {name}. Enter one of the recovery codes you saved.',
  label: 'Recovery code',
  submit: 'Continue',
  busyLabel: 'Checking…',
  back: 'Back',
  invalid: 'A recovery code has eight letters and digits, such as 4f7k-92mx.',
  use: 'Use a recovery code',
  useApp: 'Use a code from your app',
});

/** A refused recovery code. `tries` gives the attempts left. */
export const badRecoveryCode = catalogue({
  title: 'That recovery code is incorrect',
  text: 'Check it, or use another one. Each works once.',
  short: 'That recovery code is incorrect.',
  brief: 'That recovery code is incorrect. Check it, or use another one.',
});

export const recoveryCodes = catalogue({
  heading: 'Recovery codes',
  left: {
    one: '{count} of {all} left. Use one if you lose your phone.',
    other: '{count} of {all} left. Use one if you lose your phone.',
  },
  none: 'With a recovery code, you can sign in if you lose your phone.',
  noneChip: 'None',
  make: 'New codes',
  makeTitle: 'New recovery codes',
  /** For users who have codes. */
  replaces: 'Your old codes work until you confirm the new ones.',
  first: 'Each code signs you in once if you lose your phone.',
  submit: 'Continue',
  busyLabel: 'Creating codes…',
  saveTitle: 'Save your recovery codes',
  saveLead: "Each code signs you in once if you lose your phone. They're only shown now.",
  list: 'Your recovery codes',
  copy: 'Copy',
  save: 'Save',
  saved: 'Saved',
  print: 'Print',
  /** The heading of the printed page. */
  printTitle: '{brand} recovery codes',
  printAccount: 'Account: {name}',
  next: 'I saved them',
  confirmTitle: 'Enter one of your codes',
  confirmLead: "This checks that you saved them. It doesn't use the code up.",
  confirm: 'Confirm',
  confirming: 'Confirming…',
});

/** The outcome of making new codes, shown in the settings. */
export const recoveryOutcomes = catalogue({
  confirmed: {
    title: 'Your new recovery codes are active',
    text: 'The old ones no longer work.',
  },
  'confirmed-first': {
    title: 'Your recovery codes are active',
    text: 'Use one if you lose your phone.',
  },
  /** The user left before the confirmation; the old codes stay valid. */
  left: {
    title: "Your new recovery codes aren't active",
    text: 'You left before you confirmed them. Your old ones still work.',
  },
  'left-without': {
    title: 'You have no recovery codes yet',
    text: 'You left before you confirmed them. Make new ones in case you lose your phone.',
  },
  /** The end of turning on two-factor sign-in. */
  'turned-on': {
    title: 'Two-factor sign-in is on',
    text: 'Your recovery codes are active. Use one if you lose your phone.',
  },
  'turned-on-without': {
    title: 'Two-factor sign-in is on',
    text: "You didn't confirm your recovery codes. Make new ones in case you lose your phone.",
  },
});

/** Changes of the account that its user should know about. */
export const securityEvents = catalogue({
  title: 'Recent changes',
  text: "If one of these wasn't you, change your password.",
  'password-changed': {
    user: 'Password changed',
    seller: 'Password changed by {brand}',
    link: 'Password changed with a link from an e-mail',
  },
  'email-changed': 'E-mail changed',
  'deletion-requested': 'Account deletion requested. You can cancel it in the browser.',
  'deletion-taken-back': 'Account deletion cancelled',
  /** {name}: the removed computer. */
  'computer-removed': { user: '{name} removed', seller: '{name} removed by {brand}' },
  'recovery-code-used': 'Recovery code used',
  'two-factor-on': 'Two-factor sign-in turned on',
  'two-factor-off': {
    user: 'Two-factor sign-in turned off',
    seller: 'Two-factor sign-in turned off by {brand}',
  },
});

export const whileMakingCodes = catalogue({
  'bad-credentials': {
    title: 'Incorrect password',
    text: 'Enter your password again.',
    brief: 'Incorrect password. Try again.',
  },
});

/** After a lost answer, the new codes may have replaced the old ones. */
export const whileConfirmingCodes = catalogue({
  timeout: {
    title: 'The service took too long to answer',
    text: 'Your new codes may be active already. Keep the old ones too, and try again.',
  },
  interrupted: {
    title: 'The connection was interrupted',
    text: 'Your new codes may be active already. Keep the old ones too, and try again.',
  },
  cancelled: {
    title: 'Stopped',
    text: 'Your new codes may be active already. Keep the old ones too, and try again.',
  },
  'recovery-expired': {
    title: "These codes can't be confirmed any more",
    text: 'Go back and make new ones. Until then, keep all codes you have.',
    brief: "These codes can't be confirmed any more. Go back and make new ones.",
  },
});
