// Progress steps that the main process reports to the page.

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
