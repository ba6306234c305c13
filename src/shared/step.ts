// The steps that the main process reports to the page, in the order of a sign-in and its sequel.

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
