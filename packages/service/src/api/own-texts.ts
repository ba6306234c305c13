// Applies the seller's own texts and status to a refusal (docs/protocol.md#failure-reasons).
import { textSettings, type AnyReason, type CustomTexts } from '@latchkey/protocol/all-reasons.ts';
import type { ApplicationRow } from '../database/schema.ts';
import type { Refusal } from '../outcome.ts';

/** Applies the seller's own text and failure status. */
export function applySellerSettings(application: ApplicationRow, refusal: Refusal): Refusal {
  const customised = applySellerText(application, refusal);
  return application.failureStatus === '200' ? { ...customised, status: 200 } : customised;
}

const customisableReasons: ReadonlySet<AnyReason> = new Set(Object.values(textSettings));

function applySellerText({ texts }: ApplicationRow, refusal: Refusal): Refusal {
  if (texts === '{}' || !customisableReasons.has(refusal.reason)) return refusal;
  const all = JSON.parse(texts) as CustomTexts; // written by `updatesettings` only
  const { lapsed } = refusal.facts;
  const hasLapsed =
    refusal.reason === 'no-subscription' && Array.isArray(lapsed) && lapsed.length > 0;
  const ownText = (hasLapsed ? all.expired : undefined) ?? all[refusal.reason];
  if (ownText === undefined) return refusal;
  const { bannedReason } = refusal.facts;
  const reason = typeof bannedReason === 'string' ? bannedReason : '';
  // A function, because `$&` and the like have a meaning in a replacement string.
  return { ...refusal, message: ownText.replaceAll('{reason}', () => reason) };
}
