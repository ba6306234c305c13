// An English sentence about the subscriptions that exist, for failures about another one.
import type { FailureFacts } from '@latchkey/protocol/seller-failures.ts';

/** Returns an empty text if they are not known. */
export function existingSubscriptions(subscriptions: FailureFacts['subscriptions']): string {
  if (subscriptions === undefined) return '';
  if (subscriptions.length === 0) return 'Create a subscription first.';
  return `There are: ${subscriptions.map(({ name, level }) => `${name} (level ${level})`).join(', ')}.`;
}
