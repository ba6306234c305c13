// Shortens long lists of test cases in `npm test` to one fifth. `npm run soak -- sweeps` runs all
// entries.
import { lists } from './per-file-state.ts';
import { databaseKind } from '../../packages/service/test/support/postgresql.ts';

export const triesAll = process.env['LATCHKEY_TRY_ALL'] === '1';

const parts = 5;
/** The two databases start with different fifths. */
const first = databaseKind === 'sqlite' ? 0 : 2;

/** Returns every fifth entry. The next list of the test file starts at another entry. */
export function shareOf<T>(all: readonly T[]): readonly T[] {
  if (triesAll) return all;
  lists.shared += 1;
  const part = (first + lists.shared) % parts;
  return all.filter((_, index) => index % parts === part);
}
