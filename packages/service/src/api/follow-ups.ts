// Runs work of a request after its transactions, such as sending mails.
import type { Logger } from 'pino';
import type { Database } from '../database/schema.ts';

/** Gets a database outside of the transaction. */
export type FollowUp = (db: Database) => Promise<void>;

export class FollowUps {
  readonly #works = new Set<FollowUp>();

  /** A retry of a transaction may add the same function again; it still runs only once. */
  readonly add = (work: FollowUp): void => void this.#works.add(work);

  /** A failure is logged, because the request itself has succeeded. */
  async run({ db, log }: { readonly db: Database; readonly log: Logger }): Promise<void> {
    for (const work of this.#works)
      await work(db).catch((error: unknown) =>
        log.error({ error }, 'Follow-up work of a change failed'),
      );
  }
}
