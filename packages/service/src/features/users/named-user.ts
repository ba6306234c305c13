// The one user of an application whom a name means: by its spelling, or by what somebody typed. A query without a selection, so
// that whoever asks says what of it.
import { isNamed, type Typed } from '../../database/names.ts';
import type { ApplicationRow, Database } from '../../database/schema.ts';

/** As the name is stored: what the seller API asks by, once its names are those of the rows (contract 0.19). */
export function userOfName(db: Database, { id }: Pick<ApplicationRow, 'id'>, username: string) {
  return db
    .selectFrom('users')
    .where('users.applicationId', '=', id)
    .where('users.username', '=', username);
}

/** In whatever case, where that is certain. */
export function userMeant(db: Database, { id }: Pick<ApplicationRow, 'id'>, name: Typed) {
  return db.selectFrom('users').where('users.applicationId', '=', id).where(isNamed('users', name));
}
