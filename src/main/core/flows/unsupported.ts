// Hides features that the service does not support, for the rest of the run.
import { type Failure } from '../../../shared/failure.ts';
import { type Offer } from '../../../shared/offers.ts';
import { type CoreParts } from '../parts.ts';
import { type Refusal } from '@latchkey/client/refusal.ts';

export function noteUnsupported(
  { publisher }: Pick<CoreParts, 'publisher'>,
  way: Offer,
  { code }: Failure,
): void {
  if (code === 'type-unknown') publisher.unsupported(way);
}

export function failureOfOffer(
  core: Pick<CoreParts, 'failures' | 'publisher'>,
  way: Offer,
  { facts, sellerText }: Refusal,
): Failure {
  const failure = core.failures.make(facts, sellerText);
  noteUnsupported(core, way, failure);
  return failure;
}
