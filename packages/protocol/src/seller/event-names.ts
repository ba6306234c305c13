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
  'extend',
  'expiry',
  'log',
] as const;
export type EventName = (typeof eventNames)[number];

/** Bodies of deliveries: the event as JSON, or a message for a chat program. */
export const webhookShapes = ['json', 'discord', 'slack', 'telegram'] as const;
export type WebhookShape = (typeof webhookShapes)[number];
