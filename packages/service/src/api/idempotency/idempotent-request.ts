// Runs an idempotent request once (docs/protocol.md#idempotent-requests). An operation with several
// transactions claims the key in the first one and stores the outcome together with its effect. An
// operation with one transaction does both in its last statement. A duplicate throws
// DuplicateRequest, which rolls its transaction back. An HTTP library may repeat a request, with the
// same challenge, if the connection fails before the answer.
import { createHmac, randomBytes } from 'node:crypto';
import { clientSpec, type ClientSpec, type ClientType } from '@latchkey/protocol/client-spec.ts';
import { challenge, sessionid } from '@latchkey/protocol/primitives.ts';
import { statement } from '../../database/statement.ts';
import { transact, transactWithin, type InTransaction } from '../../database/transact.ts';
import type { Database, Transaction } from '../../database/schema.ts';
import type { Outcome } from '../../outcome.ts';
import type { ServiceSecret } from '../../secrets/service-secret.ts';
import {
  claim,
  claimSeconds,
  DuplicateRequest,
  expiryOf,
  type Claim,
  type RequestKey,
} from './claims.ts';
import { isTransient, sealOutcome, type StoredOutcome } from './stored-outcome.ts';

/**
 * Returns null if the request is not idempotent.
 * SECURITY: the hashes are keyed, because some parameters are passwords.
 */
export function requestKeyOf(
  secret: ServiceSecret,
  type: ClientType | null,
  values: ReadonlyMap<string, string>,
): RequestKey | null {
  if (type === null || !isIdempotent(type)) return null;
  const parsedChallenge = challenge.safeParse(values.get('challenge'));
  const parsedSession = sessionid.safeParse(values.get('sessionid'));
  if (!parsedChallenge.success || !parsedSession.success) return null;
  const key = secret.deriveKey('repeated requests');
  const hash = (fields: unknown) =>
    createHmac('sha256', key).update(JSON.stringify(fields)).digest('hex');
  return {
    request: hash([
      values.get('name'),
      values.get('ownerid'),
      parsedSession.data,
      parsedChallenge.data,
    ]),
    content: hash([...values].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

function isIdempotent(type: ClientType): boolean {
  const spec: ClientSpec = clientSpec[type];
  return spec.once === true;
}

/** Seconds for which an outcome is replayed. */
const storedSeconds = 600;

interface HasDatabase {
  readonly db: Database;
}

/** Makes an operation idempotent. Without a challenge, nothing is claimed or stored. */
export interface Idempotency {
  /** Runs the first of several transactions and claims the key in it. */
  readonly claim: <T>(db: Database, work: (transaction: Transaction) => Promise<T>) => Promise<T>;
  /** Runs the only transaction of an operation. `toStored` returns the outcome to store. */
  readonly transact: <Context extends HasDatabase, O extends Outcome>(
    context: Context,
    work: (context: InTransaction<Context>) => Promise<O>,
    toStored?: (outcome: O) => StoredOutcome,
  ) => Promise<O>;
  /** Stores the outcome. Call it last in the transaction with the effect, after `claim`. */
  readonly complete: (transaction: Transaction, outcome: StoredOutcome) => Promise<void>;
}

export const notIdempotent: Idempotency = {
  claim: transact,
  transact: transactWithin,
  complete: () => Promise.resolve(),
};

type Row = Pick<Claim, 'request' | 'content' | 'claim'>;

type OwnClaim = Pick<Row, 'request' | 'claim'>;

const storeOutcome = statement(
  (db, { request, claim, outcome }: OwnClaim & { readonly outcome: string }) =>
    db
      .updateTable('repeats')
      .set({ outcome })
      .where('request', '=', request)
      .where('claim', '=', claim)
      .where('outcome', 'is', null)
      .returning('request'),
);

const deleteClaim = statement((db, { request, claim }: OwnClaim) =>
  db
    .deleteFrom('repeats')
    .where('request', '=', request)
    .where('claim', '=', claim)
    .where('outcome', 'is', null)
    .returning('request'),
);

export class IdempotentRequest implements Idempotency {
  readonly #row: Row;
  readonly #sealingKey: Uint8Array;
  readonly #now: number;
  /** Whether the claim is committed. */
  #isClaimed = false;
  #isCompleted = false;

  constructor(key: RequestKey, sealingKey: Uint8Array, now: number) {
    this.#row = { ...key, claim: randomBytes(12).toString('base64url') };
    this.#sealingKey = sealingKey;
    this.#now = now;
  }

  claim: Idempotency['claim'] = async (db, work) => {
    const result = await transact(db, async (transaction) => {
      await this.#claim(transaction, null);
      return work(transaction);
    });
    this.#isClaimed = true;
    return result;
  };

  transact: Idempotency['transact'] = async (context, work, toStored = toStoredOutcome) => {
    try {
      const outcome = await transactWithin(context, async (inside) => {
        const outcome = await work(inside);
        const stored = isTransient(outcome) ? null : toStored(outcome);
        if (this.#isClaimed && stored !== null) await this.complete(inside.db, stored);
        // No other request sees the claim before the commit, so one statement claims and completes.
        else await this.#claim(inside.db, stored);
        if (stored === null) await deleteClaim(inside.db, this.#row);
        return outcome;
      });
      this.#isCompleted = true;
      return outcome;
    } catch (error) {
      // The fault may come from rows that a duplicate has committed meanwhile.
      if (await this.#isTaken(context.db).catch(() => false)) throw new DuplicateRequest();
      throw error;
    }
  };

  complete: Idempotency['complete'] = async (transaction, outcome) => {
    // The claim has expired and a duplicate holds the key: only one effect may be committed.
    if (!(await this.#storeOutcome(transaction, outcome))) throw new DuplicateRequest();
    this.#isCompleted = true;
  };

  /** Stores the outcome of a finished operation that did not store its outcome itself. */
  async settle(db: Database, outcome: Outcome): Promise<void> {
    if (!this.#isClaimed || this.#isCompleted) return;
    if (isTransient(outcome)) await this.release(db);
    else await this.#storeOutcome(db, toStoredOutcome(outcome));
  }

  /** Releases the claim after a fault, so that the same request can run again. */
  async release(db: Database): Promise<void> {
    await deleteClaim(db, this.#row);
  }

  async #claim(transaction: Transaction, outcome: StoredOutcome | null): Promise<void> {
    if (this.#isClaimed) return;
    const claimedRows = await claim(transaction, {
      ...this.#row,
      ...expiryOf(storedSeconds, this.#now),
      outcome: outcome === null ? null : sealOutcome(this.#sealingKey, this.#row.request, outcome),
      now: this.#now,
      claimedUntil: this.#now + claimSeconds,
    });
    if (claimedRows.length === 0) throw new DuplicateRequest();
  }

  async #isTaken(db: Database): Promise<boolean> {
    const { request, claim } = this.#row;
    const row = await db
      .selectFrom('repeats')
      .select(['outcome', 'claimedUntil'])
      .where('request', '=', request)
      .where('claim', '!=', claim)
      .where('expiresAt', '>', this.#now)
      .executeTakeFirst();
    return row !== undefined && (row.outcome !== null || row.claimedUntil > this.#now);
  }

  async #storeOutcome(db: Database, outcome: StoredOutcome): Promise<boolean> {
    const { request, claim } = this.#row;
    const sealed = sealOutcome(this.#sealingKey, request, outcome);
    return (await storeOutcome(db, { request, claim, outcome: sealed })).length > 0;
  }
}

function toStoredOutcome(outcome: Outcome): StoredOutcome {
  return outcome.ok ? { ok: true, answer: outcome.answer } : outcome;
}
