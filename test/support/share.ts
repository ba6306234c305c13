// Shortens very long lists in `npm test` to a fixed share, a different one for each list.
// `npm run soak -- sweeps` tries all of it.
import { lists } from './of-this-file.ts';
import { databaseKind } from '../../packages/service/test/support/postgresql.ts';

export const triesAll = process.env['LATCHKEY_TRY_ALL'] === '1';

const parts = 5;
/** The two databases begin with different parts. */
const first = databaseKind === 'sqlite' ? 0 : 2;

/** Every fifth entry; the file's next list gets the next fifth. */
export function shareOf<T>(all: readonly T[]): readonly T[] {
  if (triesAll) return all;
  lists.shared += 1;
  const part = (first + lists.shared) % parts;
  return all.filter((_, index) => index % parts === part);
}
