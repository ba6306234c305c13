// Adds settings for shops and third-party clients. Existing applications still create keys for a
// shop's body without a known order number, because a shop may depend on it. New ones refuse it.
import type { Kysely } from 'kysely';
import { addNumber, addText } from './columns.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addText(db, 'applications', 'unknownOrders', 'make');
  await addText(db, 'applications', 'severalKeysStatus', '200');
  await addNumber(db, 'applications', 'nestedSubscriptions', 0);
}
