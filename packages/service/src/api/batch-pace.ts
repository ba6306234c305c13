// Paces work in short transactions, so that it yields to other requests.
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { batchLimitsOf } from '../database/batch-limits.ts';
import type { Parts } from './call.ts';

/** Maximum rows of the first batch. A smaller change needs only one transaction. */
export const firstBatchRows = 50;
const maxBatchRows = 2000;

/** A usual duration of one password hash. */
const hashMs = 20;

export class BatchPace {
  /** Maximum rows of the next batch. */
  rows = firstBatchRows;
  readonly #parts: Pick<Parts, 'db' | 'passwordQueue'>;

  constructor(parts: Pick<Parts, 'db' | 'passwordQueue'>) {
    this.#parts = parts;
  }

  /**
   * Adapts `rows` to the duration of the last batch, and lets requests that arrived meanwhile run
   * first. `tookMs` excludes waiting for the transaction or its commit.
   */
  async next(tookMs: number): Promise<void> {
    const { minRows, targetMs } = batchLimitsOf(this.#parts.db);
    if (tookMs > targetMs)
      this.rows = Math.min(this.rows, Math.max(minRows, Math.floor(this.rows / 2)));
    else if (tookMs < targetMs / 3) this.rows = Math.min(maxBatchRows, this.rows * 2);
    // Hashes have a low priority and get no processor time beside work that never waits.
    if (this.#parts.passwordQueue.load().running > 0) await pause(hashMs);
    else await turn();
  }
}
