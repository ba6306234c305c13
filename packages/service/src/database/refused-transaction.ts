// A transaction that ends in a refusal: what it wrote is undone, and the refusal is what it comes to.
import type { Refusal } from '../outcome.ts';
import type { Database } from './schema.ts';
import { transact } from './transact.ts';

/** Throw it inside of `transactOrRefuse`. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

/** As `transact`; where `run` throws Refused, everything is undone and its refusal is returned. */
export async function transactOrRefuse<T>(
  db: Database,
  run: (transaction: Database) => Promise<T>,
): Promise<T | Refusal> {
  try {
    return await transact(db, run);
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
}
