// What of a very long list `npm test` tries: a fixed share, of each list another part. `npm run soak -- sweeps` tries all of it.
import { lists } from './of-this-file.ts';
import { databaseKind } from '../../packages/service/test/support/postgresql.ts';

export const triesAll = process.env['LATCHKEY_TRY_ALL'] === '1';

const parts = 5;
/** The databases do not begin with the same part. */
const first = databaseKind === 'sqlite' ? 0 : 2;

/** Every fifth of them; the next list that a file asks for gives the next fifth. */
export function shareOf<T>(all: readonly T[]): readonly T[] {
  if (triesAll) return all;
  lists.shared += 1;
  const part = (first + lists.shared) % parts;
  return all.filter((_, index) => index % parts === part);
}
