// The words of the header's account menu.
export const accountCopy = {
  button: 'Account of {name}',
  menu: 'Account',
  signedInAs: 'Signed in as',
  refresh: 'Check subscriptions again',
  signOut: 'Sign out',
  loader: 'Loader {version}',
  notWhileRunning: 'Possible once {brand} is closed.',
  notWhileStarting: 'Possible once {brand} has been launched and closed.',
} as const;
