// The steps of commands, which the page shows as progress.

export type Step =
  | 'reading-device'
  | 'connecting'
  | 'signing-in'
  | 'checking-key'
  | 'checking-code'
  | 'redeeming'
  | 'creating-account'
  | 'sending-mail'
  | 'changing-name'
  | 'sending-request'
  | 'preparing-two-factor'
  | 'proving-two-factor'
  | 'checking-subscription'
  | 'starting-app';
