// Names of users that look alike (contract 0.22): by the skeleton of The Unicode Standard's UTS 39, from its table of confusables.
// Asked when a name is made; names that were there before go on working.
import unhomoglyph from 'unhomoglyph';
import { fold } from '../../shared/fold.ts';
import { isTaken } from '../database/names.ts';
import type { Database } from '../database/schema.ts';

/** What two names have in common that cannot be told apart by looking, whatever their case. */
export function skeletonOf(name: string): string {
  return fold(unhomoglyph(fold(name).normalize('NFD')));
}

/** "modem" and "modern" are two names; only letters of elsewhere can be meant to deceive. */
export function isAscii(name: string): boolean {
  return /^[\0-\x7f]*$/.test(name);
}

/** What nobody sees, or nobody knows what they see: format characters, and code points without a meaning. */
export function hasUnseen(name: string): boolean {
  return /[\p{Cf}\p{Cn}\p{Co}]/u.test(name);
}

/** Whether there is such a user already, or one whose name looks like it. `but`: not the one of this spelling. */
export async function isUserNameTaken(
  db: Database,
  applicationId: string,
  name: string,
  but = '',
): Promise<boolean> {
  if (await isTaken(db, 'users', applicationId, name, but)) return true;
  return (await looksLike(db, applicationId, name, but)) !== null;
}

/** The name of a user that this one looks like; null: there is none. */
export async function looksLike(
  db: Database,
  applicationId: string,
  name: string,
  but = '',
): Promise<string | null> {
  const alike = await db
    .selectFrom('users')
    .select('username')
    .where('applicationId', '=', applicationId)
    .where('skeleton', '=', skeletonOf(name))
    .where('username', '<>', but)
    .execute();
  const found = alike.find(({ username }) => !isAscii(name) || !isAscii(username));
  return found?.username ?? null;
}
