// What the main process is doing for the user, in the order of a sign-in and then of what follows.

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
