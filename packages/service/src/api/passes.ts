// Builds the passes of bulk changes: over the users or licenses of an application, or over rows to
// delete. Passes follow an index, so each batch reads only its own rows.
import type { DeleteResult, RawBuilder } from 'kysely';
import { among } from '../database/among.ts';
import type { Part, PartCall } from './seller-call.ts';
import { endSessions } from '../database/session-ending.ts';
import type { UnixMs } from '@latchkey/protocol/units.ts';

/**
 * Builds a pass over an application's users. `change` receives ids, so that its statements use the
 * primary key, and returns the number of changed users.
 */
export function overUsers<Request>(
  change: (call: PartCall, request: Request, userIds: readonly string[]) => Promise<number>,
) {
  return async (call: PartCall, request: Request, place: string, most: number): Promise<Part> => {
    const users = await call.db
      .selectFrom('users')
      .select('id')
      .where('applicationId', '=', call.application.id)
      .where('id', '>', place)
      .orderBy('id')
      .limit(most)
      .execute();
    const ids = users.map(({ id }) => id);
    return partOf(ids, most, ids.length === 0 ? 0 : await change(call, request, ids));
  };
}

/** Builds a pass over an application's licenses, like `userPass`. */
export function overLicenses<Request>(
  change: (call: PartCall, request: Request, keys: readonly string[]) => Promise<number>,
) {
  return async (call: PartCall, request: Request, place: string, most: number): Promise<Part> => {
    const licenses = await call.db
      .selectFrom('licenses')
      .select('key')
      .where('applicationId', '=', call.application.id)
      .where('key', '>', place)
      .orderBy('key')
      .limit(most)
      .execute();
    const keys = licenses.map(({ key }) => key);
    return partOf(keys, most, keys.length === 0 ? 0 : await change(call, request, keys));
  };
}

function partOf(keys: readonly string[], most: number, changed: number): Part {
  const upTo = keys.length < most ? null : (keys.at(-1) ?? null);
  return { upTo, passed: keys.length, changed };
}

/** A row to delete: its key, and its position in the order of the index. */
interface Found {
  readonly key: string;
  readonly at: string | number | UnixMs;
}

/**
 * Builds a pass that deletes rows. `find` continues from a position in an index, where '' is the
 * start. PostgreSQL's indexes hold deleted rows for a while, and a search from the start would read
 * all of them.
 */
export function clearing(
  find: (call: PartCall, place: string, most: number) => Promise<readonly Found[]>,
  remove: (
    call: PartCall,
    keys: RawBuilder<string>,
  ) => { executeTakeFirst: () => Promise<DeleteResult> },
) {
  return async (call: PartCall, _request: unknown, place: string, most: number): Promise<Part> => {
    const found = await find(call, place, most);
    const last = found.at(-1);
    if (last === undefined) return { upTo: null, passed: 0, changed: 0 };
    const keys = among(
      call.db,
      found.map(({ key }) => key),
    );
    const { numDeletedRows } = await remove(call, keys).executeTakeFirst();
    const upTo = found.length < most ? null : placeOf(last);
    return { upTo, passed: found.length, changed: Number(numDeletedRows) };
  };
}

function placeOf({ at }: Found): string {
  return typeof at === 'string' ? at : String(Number(at));
}

/** Ends the sessions that were running when the change began. */
export async function endingSessions(
  { db, application, startedAt }: PartCall,
  _request: unknown,
  place: string,
  most: number,
): Promise<Part> {
  const ending = { applicationId: application.id, now: startedAt, from: Number(place) };
  const { count, upTo } = await endSessions(db, ending, most);
  return { upTo: count < most ? null : String(upTo), passed: count, changed: count };
}

/** Builds a short last pass that counts no rows. */
export function lastly(work: (call: PartCall) => Promise<unknown>) {
  return async (call: PartCall): Promise<Part> => {
    await work(call);
    return { upTo: null, passed: 0, changed: 0 };
  };
}
