// English texts of the account menu in the header.
import { catalogue } from '../sentences.ts';

export const account = catalogue({
  button: 'Account of {name}',
  menu: 'Account',
  signedInAs: 'Signed in as {name}',
  refresh: 'Check for updates',
  changeName: 'Change user name',
  autoSignIn: 'Sign in automatically',
  switchTo: 'Switch to {name}',
  useAnother: 'Use another account',
  signOut: 'Sign out',
  signOutOfflineTitle: 'Sign out while offline?',
  signOutOfflineText:
    "You can't sign in again until you're online. Your saved account is removed from this computer.",
  switchOfflineTitle: 'Switch accounts while offline?',
  switchOfflineText:
    "You're offline, so another account may not be able to sign in. This account stays saved.",
  switchOffline: 'Switch accounts',
  stay: 'Stay signed in',
  notWhileRunning: 'Close {brand} first.',
  notWhileStarting: 'Wait until {brand} has launched, then close it.',
});
