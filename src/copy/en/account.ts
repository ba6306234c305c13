// English texts of the account menu in the header.
import { catalogue } from '../sentences.ts';

export const account = catalogue({
  button: 'Account of {name}',
  menu: 'Account',
  signedInAs: 'Signed in as {name}',
  refresh: 'Check subscriptions again',
  changeName: 'Change user name',
  autoSignIn: 'Sign in automatically',
  switchTo: 'Switch to {name}',
  useAnother: 'Use another account',
  signOut: 'Sign out',
  notWhileRunning: 'Close {brand} first.',
  notWhileStarting: 'Wait until {brand} has launched, then close it.',
});
