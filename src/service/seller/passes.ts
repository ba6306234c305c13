// The passes of long changes: over all users or licenses of an application in the order of an index, each part reading its own
// rows only; and clearing a table of an application away.
import type { DeleteResult } from 'kysely';
import type { Part, PartCall } from '../seller-call.ts';
import { endSessions } from '../users/session-ending.ts';

/** `change` returns how many of these users it changed. They are named one by one, so that every statement finds them by its key. */
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

/** The same for licenses, by their keys. */
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

/** `remove` deletes `most` rows at most, the first of an index: what follows is found without a place. */
export function clearing<Request>(
  remove: (
    call: PartCall,
    request: Request,
    most: number,
  ) => { executeTakeFirst: () => Promise<DeleteResult> },
) {
  return async (call: PartCall, request: Request, _place: string, most: number): Promise<Part> => {
    const { numDeletedRows } = await remove(call, request, most).executeTakeFirst();
    return partOfSome(Number(numDeletedRows), most);
  };
}

/** All that live since it was begun. */
export async function endingSessions(
  { db, application, startedAt }: PartCall,
  _request: unknown,
  _place: string,
  most: number,
): Promise<Part> {
  const ending = { applicationId: application.id, now: startedAt };
  return partOfSome(await endSessions(db, ending, most), most);
}

function partOfSome(count: number, most: number): Part {
  return { upTo: count < most ? null : '', passed: count, changed: count };
}

/** One step that takes no time, after all others; nothing is counted of it. */
export function lastly(work: (call: PartCall) => Promise<unknown>) {
  return async (call: PartCall): Promise<Part> => {
    await work(call);
    return { upTo: null, passed: 0, changed: 0 };
  };
}
