// Builds the passes of bulk changes: over the users or licenses of an application, or over rows to
// delete. Passes follow an index, so each batch reads only its own rows.
import type { DeleteResult, RawBuilder } from 'kysely';
import { inList } from '../database/in-list.ts';
import type { BatchResult, BatchCall } from './seller-call.ts';
import { endSessions } from '../database/session-ending.ts';
import type { UnixMs } from '@latchkey/protocol/units.ts';

/**
 * Builds a pass over an application's users. `change` receives ids, so that its statements use the
 * primary key, and returns the number of changed users.
 */
export function userPass<Request>(
  change: (call: BatchCall, request: Request, userIds: readonly string[]) => Promise<number>,
) {
  return async (
    call: BatchCall,
    request: Request,
    position: string,
    limit: number,
  ): Promise<BatchResult> => {
    const users = await call.db
      .selectFrom('users')
      .select('id')
      .where('applicationId', '=', call.application.id)
      .where('id', '>', position)
      .orderBy('id')
      .limit(limit)
      .execute();
    const ids = users.map(({ id }) => id);
    return batchResultOf(ids, limit, ids.length === 0 ? 0 : await change(call, request, ids));
  };
}

/** Builds a pass over an application's licenses, like `userPass`. */
export function licensePass<Request>(
  change: (call: BatchCall, request: Request, keys: readonly string[]) => Promise<number>,
) {
  return async (
    call: BatchCall,
    request: Request,
    position: string,
    limit: number,
  ): Promise<BatchResult> => {
    const licenses = await call.db
      .selectFrom('licenses')
      .select('key')
      .where('applicationId', '=', call.application.id)
      .where('key', '>', position)
      .orderBy('key')
      .limit(limit)
      .execute();
    const keys = licenses.map(({ key }) => key);
    return batchResultOf(keys, limit, keys.length === 0 ? 0 : await change(call, request, keys));
  };
}

function batchResultOf(keys: readonly string[], limit: number, changed: number): BatchResult {
  const lastPosition = keys.length < limit ? null : (keys.at(-1) ?? null);
  return { lastPosition, passed: keys.length, changed };
}

/** A row to delete: its key, and its position in the order of the index. */
interface FoundRow {
  readonly key: string;
  readonly at: string | number | UnixMs;
}

/**
 * Builds a pass that deletes rows. `find` continues from a position in an index, where '' is the
 * start. PostgreSQL's indexes hold deleted rows for a while, and a search from the start would read
 * all of them.
 */
export function deletionPass(
  find: (call: BatchCall, position: string, limit: number) => Promise<readonly FoundRow[]>,
  remove: (
    call: BatchCall,
    keys: RawBuilder<string>,
  ) => { executeTakeFirst: () => Promise<DeleteResult> },
) {
  return async (
    call: BatchCall,
    _request: unknown,
    position: string,
    limit: number,
  ): Promise<BatchResult> => {
    const rows = await find(call, position, limit);
    const last = rows.at(-1);
    if (last === undefined) return { lastPosition: null, passed: 0, changed: 0 };
    const keys = inList(
      call.db,
      rows.map(({ key }) => key),
    );
    const { numDeletedRows } = await remove(call, keys).executeTakeFirst();
    const lastPosition = rows.length < limit ? null : positionOf(last);
    return { lastPosition, passed: rows.length, changed: Number(numDeletedRows) };
  };
}

function positionOf({ at }: FoundRow): string {
  return typeof at === 'string' ? at : String(Number(at));
}

/** Ends the sessions that were running when the change began. */
export async function endSessionsPass(
  { db, application, startedAt }: BatchCall,
  _request: unknown,
  position: string,
  limit: number,
): Promise<BatchResult> {
  const endRequest = { applicationId: application.id, now: startedAt, from: Number(position) };
  const { count, lastPosition } = await endSessions(db, endRequest, limit);
  return {
    lastPosition: count < limit ? null : String(lastPosition),
    passed: count,
    changed: count,
  };
}

/** Builds a short last pass that counts no rows. */
export function finalPass(work: (call: BatchCall) => Promise<unknown>) {
  return async (call: BatchCall): Promise<BatchResult> => {
    await work(call);
    return { lastPosition: null, passed: 0, changed: 0 };
  };
}
