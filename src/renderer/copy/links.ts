// The words on the seller's links. {host} is where a link leads.
export const linkCopy = {
  contact: 'Contact the seller',
  renew: 'Renew at {host}',
  subscribe: 'Get one at {host}',
  reset: 'Move it at {host}',
  forgot: 'Forgot password?',
  lostDevice: 'Lost your device?',
  help: 'Help',
  download: 'Get the update at {host}',
  notOpened: 'Your browser did not open. You find it at {host}.',
} as const;
