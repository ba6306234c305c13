// The orders in which users are listed, and sets of listed users.
import type { Expression, ExpressionBuilder, SelectQueryBuilder, SqlBool } from 'kysely';
import { inList } from '../../database/in-list.ts';
import type { Tables } from '../../database/schema.ts';
import type { SellerCall } from '../../api/seller-call.ts';
import { userOrder } from '../../api/seller-names.ts';
import { nameOf, type Cursor, type SliceStart } from '../../api/seller-page.ts';

export interface UserList {
  readonly name: string;
  readonly column: ReturnType<typeof userOrder>;
  readonly isDescending: boolean;
}

/** Ids begin with the time of creation, except those of earlier versions. */
export function listedBy(call: SellerCall, sort: 'name' | 'newest' = 'name'): UserList {
  if (sort === 'newest') return { name: 'newest users', column: 'users.id', isDescending: true };
  const column = userOrder(call);
  return { name: `users by ${column}`, column, isDescending: false };
}

export function usersAfter<Row>(
  { column, isDescending }: UserList,
  users: SelectQueryBuilder<Tables, 'users', Row>,
  { after, cursor }: SliceStart,
) {
  const rest =
    after === 'first' ? users.where(column, isDescending ? '<' : '>', nameOf(cursor)) : users;
  return rest
    .select([`${column} as first`, `${column} as second`])
    .orderBy(column, isDescending ? 'desc' : 'asc');
}

/** Selects users. */
export type UserSet = (eb: ExpressionBuilder<Tables, 'users'>) => Expression<SqlBool>;

/** Selects consecutive users without a list of their ids. */
export function between({ column }: UserList, rows: readonly Cursor[]): UserSet {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return (eb) => eb.lit(false);
  return (eb) => eb.and([eb(column, '>=', nameOf(first)), eb(column, '<=', nameOf(last))]);
}

export function withIds({ db }: SellerCall, rows: readonly { readonly id: string }[]): UserSet {
  const ids = rows.map(({ id }) => id);
  return (eb) => eb('users.id', 'in', inList(db, ids));
}
