// Finds the spent budget that refuses a sign-in before its password is checked
// (docs/protocol.md#rate-limits).
import type { SellerCall } from '../../api/seller-call.ts';
import { networkOf } from '../../addresses.ts';
import { typedName } from '../../database/names.ts';
import { budgetsOf, refusalBudgetOf } from '../../secrets/budgets.ts';
import { refillTimeOf, type Budget } from '../../secrets/throttles.ts';
import { knownForSeconds } from '../../secrets/wrong-secrets.ts';
import { selectKnownUser } from '../sessions/known-addresses.ts';

export interface SpentLimit {
  readonly limit: 'address' | 'name' | 'refused';
  /** Unix seconds. */
  readonly until: number;
}

/** Returns the limit that lasts longest, or null. The session of the sign-in is a new one. */
export async function spentLimit(
  { db, application, now }: Pick<SellerCall, 'db' | 'application' | 'now'>,
  name: string,
  ip: string,
): Promise<SpentLimit | null> {
  const known = {
    applicationId: application.id,
    network: networkOf(ip),
    sessionUserId: null,
    knownSince: now - knownForSeconds,
  };
  const isKnown =
    (await selectKnownUser(db, known, typedName(name)).executeTakeFirst()) !== undefined;
  const account = { name, isKnown };
  const { address, own, all } = budgetsOf({ application, ip }, account);
  const refused = refusalBudgetOf({ application, ip }, account);
  // At a known address, only the user's own attempts count.
  const budgets: readonly Budget[] = isKnown ? [own, refused] : [...all, refused];
  let longest: SpentLimit | null = null;
  for (const budget of budgets) {
    const until = await refillTimeOf(db, budget, now);
    if (until === null || until <= (longest?.until ?? 0)) continue;
    const limit = budget === address ? 'address' : budget === refused ? 'refused' : 'name';
    longest = { limit, until };
  }
  return longest;
}
