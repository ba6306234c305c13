// A German sentence about the subscriptions that exist, for failures about another one.
import type { FailureFacts } from '@latchkey/protocol/seller-failures.ts';

/** Returns an empty text if they are not known. */
export function existingSubscriptions(subscriptions: FailureFacts['subscriptions']): string {
  if (subscriptions === undefined) return '';
  if (subscriptions.length === 0) return 'Erstellen Sie zuerst ein Abonnement.';
  return `Vorhanden: ${subscriptions.map(({ name, level }) => `${name} (Stufe ${level})`).join(', ')}.`;
}
