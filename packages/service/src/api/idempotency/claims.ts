// Claims rows of the table `repeats`, which hold the outcomes of idempotent requests of both APIs.
import { clockToleranceSeconds } from '../../clock.ts';
import { statement } from '../../database/statement.ts';

/** Seconds after which a claim without an outcome expires, for example after a crash. */
export const claimSeconds = 30;

/** Thrown if the same request is in flight or completed. */
export class DuplicateRequest extends Error {
  override readonly name = 'DuplicateRequest';
}

export type RequestKey = {
  /** Hash of the challenge and of what it belongs to. It identifies the stored record. */
  readonly request: string;
  /** Hash of the type and all parameters. It is equal only for the same request. */
  readonly content: string;
};

export type Claim = RequestKey & {
  /** Random. It identifies the holder of the row. */
  readonly claim: string;
  readonly outcome: string | null;
  readonly now: number;
  readonly claimedUntil: number;
  readonly expiresAt: number;
  /** A row that expires later was written while a clock was ahead. */
  readonly maxExpiresAt: number;
};

/** `storedSeconds` is the time for which an outcome is replayed. */
export function expiryOf(storedSeconds: number, now: number) {
  const expiresAt = now + storedSeconds;
  return { expiresAt, maxExpiresAt: expiresAt + clockToleranceSeconds };
}

/** Takes the row unless a duplicate in flight or a completed duplicate holds it. */
export const claim = statement(
  (db, { request, content, claim, outcome, now, claimedUntil, expiresAt, maxExpiresAt }: Claim) =>
    db
      .insertInto('repeats')
      .values({ request, content, claim, outcome, claimedUntil, expiresAt })
      .onConflict((conflict) =>
        conflict
          .column('request')
          .doUpdateSet((eb) => ({
            content: eb.ref('excluded.content'),
            claim: eb.ref('excluded.claim'),
            outcome: eb.ref('excluded.outcome'),
            claimedUntil: eb.ref('excluded.claimedUntil'),
            expiresAt: eb.ref('excluded.expiresAt'),
          }))
          .where((eb) =>
            eb.or([
              eb('repeats.expiresAt', '<=', now),
              eb.and([eb('repeats.outcome', 'is', null), eb('repeats.claimedUntil', '<=', now)]),
              eb('repeats.expiresAt', '>', maxExpiresAt),
            ]),
          ),
      )
      .returning('request'),
);

/**
 * Writes a stored outcome again, as it is. Call it before a replay: a read also finds what is not on
 * the disk yet, or never will be after a failed sync, but a write is acknowledged only when it and
 * everything before it is.
 */
export const settleOutcome = statement((db, { request }: Pick<RequestKey, 'request'>) =>
  db
    .updateTable('repeats')
    .set((eb) => ({ outcome: eb.ref('outcome') }))
    .where('request', '=', request)
    .returning('request'),
);
