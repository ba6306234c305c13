// How a change of the seller API is undone: thrown out of its transaction, with what is answered then.
import type { fail } from './seller-call.ts';

/** A refusal leaves nothing behind, whatever was written before it. */
export class Undone extends Error {
  override readonly name = 'Undone';
  readonly refusal: ReturnType<typeof fail>;
  constructor(refusal: ReturnType<typeof fail>) {
    super(refusal.message);
    this.refusal = refusal;
  }
}
