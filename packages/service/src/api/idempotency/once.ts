// A request is done once (contract 0.15). Where it takes several transactions, the first one claims its row, and the one of the
// effect writes the outcome; where one is all of it, one statement at its end does both. Whoever finds the row claimed or told
// throws Repeated, which undoes what it began.
import { randomBytes } from 'node:crypto';
import { clockSlackSeconds } from '../../clock.ts';
import { statement } from '../../database/statement.ts';
import { transact, type Transact } from '../../database/transact.ts';
import type { Database } from '../../database/schema.ts';
import type { Outcome } from '../../outcome.ts';
import { isPassing, sealKept, type Kept } from './kept-outcome.ts';
import type { Marks } from './request-marks.ts';

/** Seconds after which a claim without an outcome expires, as after a crash. */
export const claimSeconds = 30;
/** Seconds for which an outcome is replayed. */
const keptSeconds = 600;

/** Another one of the same request is at work, or was. */
export class Repeated extends Error {
  override readonly name = 'Repeated';
}

/** What an operation has of it. Without a challenge nothing is claimed or kept. */
export interface Once {
  /** The first transaction of several. */
  readonly first: Transact;
  /** The only transaction: what `work` comes to is kept in it, as `keepAs` says where it holds a secret. */
  readonly whole: <O extends Outcome>(
    db: Database,
    work: (transaction: Database) => Promise<O>,
    keepAs?: (outcome: O) => Kept,
  ) => Promise<O>;
  /** In the transaction of the effect, last. */
  readonly end: (transaction: Database, kept: Kept) => Promise<void>;
}

export const unrepeated: Once = {
  first: transact,
  whole: transact,
  end: () => Promise.resolve(),
};

type Row = Marks & { readonly claim: string };

type Claim = Row & {
  readonly outcome: string | null;
  readonly now: number;
  readonly claimedUntil: number;
  readonly expiresAt: number;
};

/** Takes the row unless somebody has it: one who is at work, or is done. */
const claim = statement(
  (db, { request, content, claim, outcome, now, claimedUntil, expiresAt }: Claim) =>
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
              // Of a clock that was ahead.
              eb(eb('repeats.expiresAt', '-', keptSeconds + clockSlackSeconds), '>', now),
            ]),
          ),
      )
      .returning('request'),
);

type Mine = Pick<Row, 'request' | 'claim'>;

const write = statement((db, { request, claim, outcome }: Mine & { readonly outcome: string }) =>
  db
    .updateTable('repeats')
    .set({ outcome })
    .where('request', '=', request)
    .where('claim', '=', claim)
    .where('outcome', 'is', null)
    .returning('request'),
);

const drop = statement((db, { request, claim }: Mine) =>
  db
    .deleteFrom('repeats')
    .where('request', '=', request)
    .where('claim', '=', claim)
    .where('outcome', 'is', null)
    .returning('request'),
);

export class RequestOnce implements Once {
  readonly #row: Row;
  readonly #key: Uint8Array;
  readonly #now: number;
  /** Its claim is in the database. */
  #held = false;
  #ended = false;

  /** `now`: unix seconds. `key`: what outcomes are sealed with. */
  constructor(marks: Marks, key: Uint8Array, now: number) {
    this.#row = { ...marks, claim: randomBytes(12).toString('base64url') };
    this.#key = key;
    this.#now = now;
  }

  first: Once['first'] = async (db, work) => {
    const result = await transact(db, async (transaction) => {
      await this.#claim(transaction, null);
      return work(transaction);
    });
    this.#held = true;
    return result;
  };

  whole: Once['whole'] = async (db, work, keepAs = asItIs) => {
    try {
      const outcome = await transact(db, async (transaction) => {
        const outcome = await work(transaction);
        const kept = isPassing(outcome) ? null : keepAs(outcome);
        if (this.#held && kept !== null) await this.end(transaction, kept);
        // Nobody sees the claim before all of it is done: one statement makes both.
        else await this.#claim(transaction, kept);
        if (kept === null) await drop(transaction, this.#row);
        return outcome;
      });
      this.#ended = true;
      return outcome;
    } catch (error) {
      // What it met may be what the same request, done meanwhile, has left.
      if (await this.#isTaken(db).catch(() => false)) throw new Repeated();
      throw error;
    }
  };

  end: Once['end'] = async (transaction, kept) => {
    // The claim has lapsed and another one has it: what this one did must not count beside that.
    if (!(await this.#write(transaction, kept))) throw new Repeated();
    this.#ended = true;
  };

  /** After the operation: of what it did not keep itself. */
  async settle(db: Database, outcome: Outcome): Promise<void> {
    if (!this.#held || this.#ended) return;
    if (isPassing(outcome)) await this.release(db);
    else await this.#write(db, asItIs(outcome));
  }

  /** After a fault: the same request may be done now. */
  async release(db: Database): Promise<void> {
    await drop(db, this.#row);
  }

  async #claim(transaction: Database, kept: Kept | null): Promise<void> {
    if (this.#held) return;
    const [claimedUntil, expiresAt] = [this.#now + claimSeconds, this.#now + keptSeconds];
    const taken = await claim(transaction, {
      ...this.#row,
      outcome: kept === null ? null : sealKept(this.#key, this.#row.request, kept),
      now: this.#now,
      claimedUntil,
      expiresAt,
    });
    if (taken.length === 0) throw new Repeated();
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

  async #write(db: Database, kept: Kept): Promise<boolean> {
    const { request, claim } = this.#row;
    const outcome = sealKept(this.#key, request, kept);
    return (await write(db, { request, claim, outcome })).length > 0;
  }
}

function asItIs(outcome: Outcome): Kept {
  return outcome.ok ? { ok: true, answer: outcome.answer } : outcome;
}
