// Users in the order in which their subscriptions end.
import { sql, type SqlBool } from 'kysely';
import type { UserFilter } from '@latchkey/protocol/seller/list-filters.ts';
import { inList } from '../../database/in-list.ts';
import type { Database } from '../../database/schema.ts';
import type { SellerCall } from '../../api/seller-call.ts';
import type { Cursor, LongList, SliceStart } from '../../api/seller-page.ts';
import { selectUserColumns, usersOf, type ListedUser } from './user-rows.ts';
import { endsAfterTime, type matchesState } from './user-states.ts';

/** SQLite allows 500 parts of a statement. */
const plansPerStatement = 100;

/** Of several subscriptions of a user, the one that ends last counts. */
const endsLater = sql<SqlBool>`(${sql.ref('later.expiresAt')}, ${sql.ref('later.planId')}) > (${sql.ref('ending.expiresAt')}, ${sql.ref('ending.planId')})`;

interface ByEnd extends Pick<SellerCall, 'application' | 'now'> {
  readonly db: Database;
  readonly condition: Awaited<ReturnType<typeof matchesState>>;
  readonly state: UserFilter | undefined;
  /** The subscriptions whose ends count. */
  readonly planIds: readonly string[];
}

/** Lists each user once, and omits users without an end. */
export function usersByEnd(list: ByEnd): LongList<ListedUser> {
  const users = async (start: SliceStart, offset: number, limit: number) => {
    const ends = await endsAfter(list, start, offset, limit);
    const ids = inList(
      list.db,
      ends.map(({ second }) => second),
    );
    const rows = await selectUserColumns(usersOf(list)).where('users.id', 'in', ids).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ends.flatMap((end) => {
      const row = byId.get(end.second);
      return row === undefined ? [] : [{ ...row, ...end }];
    });
  };
  return {
    name: 'users by end',
    hasTies: true,
    cursors: (start) => readOf((offset, limit) => endsAfter(list, start, offset, limit)),
    rows: (start) => readOf((offset, limit) => users(start, offset, limit)),
  };
}

async function endsAfter(list: ByEnd, start: SliceStart, offset: number, limit: number) {
  const ends: { readonly first: number; readonly second: string }[] = [];
  for (let at = 0; at < list.planIds.length; at += plansPerStatement) {
    const [part, ...others] = list.planIds
      .slice(at, at + plansPerStatement)
      .map((planId) => endsOf(list, planId, start, offset + limit));
    if (part !== undefined)
      ends.push(...(await others.reduce((all, other) => all.unionAll(other), part).execute()));
  }
  return ends
    .sort((one, other) => one.first - other.first || (one.second < other.second ? -1 : 1))
    .slice(offset, offset + limit);
}

/** The ends of one subscription, because the index has their order only within one. */
function endsOf(
  { db, application, now, condition, state, planIds }: ByEnd,
  planId: string,
  { after, cursor }: SliceStart,
  rows: number,
) {
  const users = usersOf({ db, application });
  const ends = (condition === null ? users : users.where(condition))
    .innerJoin('subscriptions as ending', 'ending.userId', 'users.id')
    .where('ending.planId', '=', planId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('subscriptions as later')
            .select('later.planId')
            .whereRef('later.userId', '=', 'ending.userId')
            .where('later.planId', 'in', inList(db, planIds))
            .where(endsLater),
        ),
      ),
    )
    .select((eb) => [eb.ref('ending.expiresAt').$notNull().as('first'), 'ending.userId as second'])
    .orderBy('ending.expiresAt')
    .orderBy('ending.userId')
    .limit(rows);
  const time = Number(cursor.first);
  const part =
    after === 'ties'
      ? ends.where('ending.expiresAt', '=', time).where('ending.userId', '>', cursor.second)
      : ends.where('ending.expiresAt', '>', after === 'first' ? time : endsAfterTime(state, now));
  // In parentheses, so that each part has its own order and limit.
  return db.selectFrom(part.as('part')).selectAll();
}

interface Read<Row> {
  limit(rows: number): Read<Row>;
  offset(rows: number): Read<Row>;
  execute(): Promise<Row[]>;
}

/** A read with the methods of a query that a long list uses. */
function readOf<Row extends Cursor>(
  read: (offset: number, limit: number) => Promise<Row[]>,
  offset = 0,
  limit = 0,
): Read<Row> {
  return {
    limit: (rows) => readOf(read, offset, rows),
    offset: (rows) => readOf(read, rows, limit),
    execute: () => read(offset, limit),
  };
}
