// Hides features that the service does not support, for the rest of the run.
import { type Failure } from '../../../shared/failure.ts';
import { type Feature } from '../../../shared/features.ts';
import { type CoreParts } from '../parts.ts';
import { type Refusal } from '@latchkey/client/refusal.ts';

export function noteUnsupported(
  { publisher }: Pick<CoreParts, 'publisher'>,
  feature: Feature,
  { code }: Failure,
): void {
  if (code === 'type-unknown') publisher.hideFeature(feature);
}

export function failureOfFeature(
  core: Pick<CoreParts, 'failures' | 'publisher'>,
  feature: Feature,
  { facts, sellerText }: Refusal,
): Failure {
  const failure = core.failures.make(facts, sellerText);
  noteUnsupported(core, feature, failure);
  return failure;
}
