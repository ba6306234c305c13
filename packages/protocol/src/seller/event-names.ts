// Names of events. In a separate file, so that the desk's page needs no zod for them.

/** Events that a webhook can receive. */
export const eventNames = [
  'login',
  'login-failed',
  'register',
  'redeem',
  'redeem-failed',
  'ban',
  'sale',
  'refund',
  'dispute',
  'log',
] as const;
export type EventName = (typeof eventNames)[number];
