// A service that does not know an operation: what needs it is not drawn for the rest of the run.
import { type Failure } from '../../../shared/failure.ts';
import { type Offer } from '../../../shared/offers.ts';
import { type CoreParts } from '../parts.ts';

export function noteLacking(
  { publisher }: Pick<CoreParts, 'publisher'>,
  way: Offer,
  { code }: Failure,
): void {
  if (code === 'type-unknown') publisher.lacks(way);
}
