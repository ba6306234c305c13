// What operations of the seller API on users begin with: finding a user and a subscription by their names, reading days.
import { daysAsSeconds } from '@latchkey/protocol/seller-spec.ts';
import { fail, type SellerCall, type SellerChange } from '../../api/seller-call.ts';
import { userOfName } from '../../database/names.ts';

export async function findUser(
  { db, application }: SellerCall | SellerChange,
  username: string,
): Promise<{ id: string; username: string } | undefined> {
  return userOfName(db, application, username)
    .select(['users.id', 'users.username'])
    .executeTakeFirst();
}

export async function findPlan(
  { db, application }: SellerCall | SellerChange,
  name: string,
): Promise<{ id: string; name: string } | undefined> {
  return db
    .selectFrom('plans')
    .select(['id', 'name'])
    .where('applicationId', '=', application.id)
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Whole seconds, at least one. */
export function expirySeconds(days: string) {
  if (/^-[0-9]+(\.[0-9]+)?$/.test(days))
    return fail('Subscription expiry must be set in the future!');
  const seconds = daysAsSeconds.safeParse(days).data;
  if (seconds === undefined) return fail('Expiry not set correctly, must be number of days');
  return seconds === 0 ? fail('Subscription expiry must be set in the future!') : seconds;
}
