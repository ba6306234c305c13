// The words of the account menu in the header.
import { catalogue } from '../sentences.ts';

export const account = catalogue({
  button: 'Account of {name}',
  menu: 'Account',
  signedInAs: 'Signed in as {name}',
  refresh: 'Check subscriptions again',
  open: 'Account',
  changeName: 'Change user name',
  byItself: 'Sign in by itself next time',
  switchTo: 'Switch to {name}',
  another: 'Use another account',
  signOut: 'Sign out',
  loader: 'Loader {version}',
  notWhileRunning: 'Possible once {brand} is closed.',
  notWhileStarting: 'Possible once {brand} has been launched and closed.',
});
