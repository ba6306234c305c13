// The orders in which users are listed.
import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from '../../database/schema.ts';
import type { SellerCall } from '../../api/seller-call.ts';
import { userOrder } from '../../api/seller-names.ts';
import { nameOf, type SliceStart } from '../../api/seller-page.ts';

export interface UserList {
  readonly name: string;
  readonly column: ReturnType<typeof userOrder>;
  readonly isDescending: boolean;
}

/** Ids begin with the time of creation. */
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
