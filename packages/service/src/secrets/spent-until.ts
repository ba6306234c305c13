// Builds the subqueries that find spent budgets of an attempt.
import type { Expression } from 'kysely';
import { clockToleranceSeconds } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import { maxAttempts, windowSeconds, type Scopes } from './budgets.ts';

/**
 * Builds a subquery for the unix seconds when the last spent budget is refilled, or null.
 * `isKnownQuery` is a subquery that has a row if the account is known at this address.
 */
export function spentUntil(
  db: Database,
  scopes: Scopes,
  now: number,
  isKnownQuery: Expression<unknown>,
) {
  return (
    db
      .selectFrom('throttles')
      .select(({ fn }) => fn.max<number | null>('throttles.endsAt').as('until'))
      // Searches by the three scopes, because very many windows may be open.
      .where('throttles.scope', 'in', [scopes.address, scopes.accountAddress, scopes.account])
      .where('throttles.endsAt', '>', now)
      .where((eb) =>
        eb.or([
          eb('throttles.scope', '=', scopes.accountAddress),
          // SECURITY: `exists` is never null, which would count as known.
          eb.not(eb.exists(isKnownQuery)),
        ]),
      )
      .where((eb) => {
        const maxSeconds = eb
          .case()
          .when('throttles.scope', '=', scopes.account)
          .then(windowSeconds.account + clockToleranceSeconds)
          .else(windowSeconds.address + clockToleranceSeconds)
          .end();
        // A window that ends later was written by a clock that was ahead.
        return eb(eb('throttles.endsAt', '-', maxSeconds), '<=', now);
      })
      .where((eb) => {
        const limitOf = eb
          .case()
          .when('throttles.scope', '=', scopes.accountAddress)
          .then(maxAttempts.accountAddress)
          .when('throttles.scope', '=', scopes.account)
          .then(maxAttempts.account)
          .else(maxAttempts.address)
          .end();
        return eb('throttles.count', '>=', limitOf);
      })
  );
}

/** Builds a subquery for the unix seconds when the address's spent budget is refilled, or null. */
export function addressSpentUntil(db: Database, { address }: Scopes, now: number) {
  return db
    .selectFrom('throttles')
    .select('throttles.endsAt')
    .where('throttles.scope', '=', address)
    .where('throttles.endsAt', '>', now)
    .where('throttles.endsAt', '<=', now + windowSeconds.address + clockToleranceSeconds)
    .where('throttles.count', '>=', maxAttempts.address);
}
