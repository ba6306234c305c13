// `newrecoverycodes`: makes and confirms a set of recovery codes (docs/protocol.md#recovery-codes).
import { refuse, type Outcome } from '../../outcome.ts';

export function newRecoveryCodes(): Promise<Outcome<'newrecoverycodes'>> {
  return Promise.resolve(refuse('type-unknown'));
}
