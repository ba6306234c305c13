// Finds the log lines and events of a user: rows that have the name, and no id of a user. An earlier
// user may have had the name, so only rows from the creation of the account on are of this user.
import { toUnixSeconds, unixMs } from '@latchkey/protocol/units.ts';
import type { SellerCall } from '../../api/seller-call.ts';
import { escapePattern, matchesPattern } from '../../database/expressions.ts';
import { userOfName } from '../../database/names.ts';
import type { UserRow } from '../../database/schema-users.ts';
import type { Database } from '../../database/schema.ts';
import { formsOfName } from '../../outbound/event-bodies.ts';

export type NamedUser = Pick<UserRow, 'id' | 'username' | 'createdAt'>;

interface Application {
  readonly application: Pick<SellerCall['application'], 'id'>;
}

export async function findNamed(
  { db, application }: { readonly db: Database } & Application,
  username: string,
): Promise<NamedUser | undefined> {
  return userOfName(db, application, username)
    .select(['users.id', 'users.username', 'users.createdAt'])
    .executeTakeFirst();
}

/** Returns the ids of the events about a user, for `erase`. Reads all events of the application. */
export async function eventsAbout(
  { reader, longReads, application }: Pick<SellerCall, 'reader' | 'longReads'> & Application,
  user: NamedUser,
): Promise<readonly string[]> {
  const rows = await longReads.within(() =>
    events(reader, application, user).select('id').execute(),
  );
  return rows.map(({ id }) => id);
}

export async function deleteLines(
  db: Database,
  application: Application['application'],
  { username, createdAt }: NamedUser,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('logs')
    .where('applicationId', '=', application.id)
    .where('username', '=', username)
    .where('writtenAtMs', '>=', unixMs(createdAt * 1000))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function readNamed(
  { db, application }: { readonly db: Database } & Application,
  user: NamedUser,
) {
  const lines = await db
    .selectFrom('logs')
    .select(['writtenAtMs', 'pcuser', 'ip', 'message'])
    .where('applicationId', '=', application.id)
    .where('username', '=', user.username)
    .where('writtenAtMs', '>=', unixMs(user.createdAt * 1000))
    .execute();
  return {
    logs: lines.map(({ writtenAtMs, ...row }) => ({
      writtenAt: toUnixSeconds(writtenAtMs),
      ...row,
    })),
    events: await events(db, application, user)
      .select(['event', 'createdAt', 'status', 'body'])
      .execute(),
  };
}

function events(
  db: Database,
  application: Application['application'],
  { username, createdAt }: NamedUser,
) {
  const forms = formsOfName(username).map((form) => `%${escapePattern(form)}%`);
  return db
    .selectFrom('deliveries')
    .where('applicationId', '=', application.id)
    .where('createdAt', '>=', createdAt)
    .where((eb) => eb.or(forms.map((form) => matchesPattern('body', form))));
}
