// Finds users whose name resembles a mistyped one. Only for the scope `all`, because other scopes
// could probe masked names.
import type { SellerCall } from '../../api/seller-call.ts';
import { escapePattern, matchesPattern } from '../../database/expressions.ts';
import { fold } from '@latchkey/protocol/fold.ts';

const maxNames = 5;
/** Names that are compared; more begin with the same characters only in very large applications. */
const maxCompared = 2000;

/** Returns the nearest first. Never a license key. */
export async function nearestNames(
  { reader, application, key, longReads }: SellerCall,
  name: string,
): Promise<string[]> {
  if (key.scope !== 'all') return [];
  const folded = fold(name);
  const maxDistance = Math.max(1, Math.floor(folded.length / 3));
  const start = escapePattern(Array.from(folded).slice(0, 2).join(''));
  const end = escapePattern(Array.from(folded).slice(-3).join(''));
  const rows = await longReads.within(() =>
    reader
      .selectFrom('users')
      .select(['username', 'usernameFold'])
      .where('applicationId', '=', application.id)
      .where('nameIsKey', '=', 0)
      .where((eb) =>
        eb.or([
          matchesPattern('usernameFold', `${start}%`),
          matchesPattern('usernameFold', `%${end}`),
        ]),
      )
      .limit(maxCompared)
      .execute(),
  );
  return rows
    .map(({ username, usernameFold }) => ({ username, distance: distanceOf(folded, usernameFold) }))
    .filter(({ distance }) => distance <= maxDistance)
    .toSorted(
      (one, other) => one.distance - other.distance || (one.username < other.username ? -1 : 1),
    )
    .slice(0, maxNames)
    .map(({ username }) => username);
}

/** Returns the number of characters to insert, delete or replace (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + Number(one[row - 1] !== other[column - 1]);
      const changed = Math.min(previous[column] ?? 0, current[column - 1] ?? 0) + 1;
      current.push(Math.min(replaced, changed));
    }
    previous = current;
  }
  return previous[other.length] ?? 0;
}
