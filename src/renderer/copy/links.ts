// The words on the brand's links. {host} is where a link leads.
export const linkCopy = {
  contact: 'Get in touch at {host}',
  renew: 'Renew at {host}',
  subscribe: 'Get one at {host}',
  reset: 'Move it at {host}',
  forgot: 'Forgot password?',
  lostDevice: 'Lost your device?',
  help: 'Help',
  helpAt: 'Help at {host}',
  /** Where no link leads to whoever can turn the second step off. */
  noContact: 'Lost your device? {brand} can turn the code off for you.',
  /** Shown before a link is opened whose label does not say it. */
  leads: 'Opens {host}',
  download: 'Get the update at {host}',
  notOpened: 'Your browser did not open. You find it at {host}.',
} as const;
