// A transaction that ends in a refusal: it is rolled back, and the refusal is its result.
import type { Refusal } from '../outcome.ts';
import type { Database } from './schema.ts';
import { transactWithin, type Within } from './transact.ts';

/** Throw it inside of `transactOrRefuse`. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

/** As `transactWithin`; where `work` throws Refused, the transaction is rolled back and the refusal is returned. */
export async function transactOrRefuse<Context extends { readonly db: Database }, T>(
  context: Context,
  work: (context: Within<Context>) => Promise<T>,
): Promise<T | Refusal> {
  try {
    return await transactWithin(context, work);
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
}
