// Rows of users as lists and searches read and answer them.
// SECURITY: selects named columns, never password hashes, TOTP secrets or email hashes.
import type { SellerCall, SellerChange } from '../../api/seller-call.ts';
import { listedUserFeature, runningFeatures } from '../subscriptions/stored-features.ts';

export function usersOf({
  db,
  application,
}: Pick<SellerCall | SellerChange, 'db' | 'application'>) {
  return db.selectFrom('users').where('users.applicationId', '=', application.id);
}

export function selectUserColumns(users: ReturnType<typeof usersOf>) {
  return users
    .select(['id', 'username', 'lastIp', 'createdAt', 'lastLoginAt', 'cooldownAt', 'bannedReason'])
    .select('users.features')
    .select((eb) =>
      eb
        .case()
        .when('totpSecret', 'is', null)
        .then(eb.lit(0))
        .else(eb.lit(1))
        .end()
        .as('twoFactor'),
    );
}

export type ListedUser = Awaited<
  ReturnType<ReturnType<typeof selectUserColumns>['executeTakeFirstOrThrow']>
>;

export function userAnswer(row: ListedUser, hwid: string | null, now: number) {
  const features = runningFeatures(row.features, now).map(listedUserFeature);
  return {
    username: row.username,
    ip: row.lastIp,
    hwid,
    createdate: String(row.createdAt),
    lastlogin: row.lastLoginAt === null ? null : String(row.lastLoginAt),
    cooldown: String(row.cooldownAt),
    banned: row.bannedReason,
    twofactor: row.twoFactor === 1,
    ...(features.length > 0 && { features }),
  };
}
