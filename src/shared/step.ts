// The steps of commands, which the page shows as progress.

export type Step =
  | 'reading-device'
  | 'connecting'
  | 'signing-in'
  | 'checking-key'
  | 'checking-code'
  | 'removing-computer'
  | 'redeeming'
  | 'creating-account'
  | 'sending-mail'
  | 'changing-name'
  | 'changing-password'
  | 'sending-request'
  | 'preparing-two-factor'
  | 'proving-two-factor'
  | 'creating-recovery-codes'
  | 'checking-subscription'
  | 'starting-app';
