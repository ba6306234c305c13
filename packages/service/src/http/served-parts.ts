// What the HTTP side has beside the parts of the service.
import type { Parts } from '../api/call.ts';
import type { GeneralLimit } from './general-limit.ts';

export interface ServedParts extends Parts {
  readonly requests: GeneralLimit;
}
