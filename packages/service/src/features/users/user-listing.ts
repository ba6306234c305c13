// Seller API operations that read users.
// SECURITY: selects named columns, never password hashes, TOTP secrets or email hashes. Recovery
// codes are only counted.
import { setImmediate as turn } from 'node:timers/promises';
import type { SelectQueryBuilder } from 'kysely';
import type { userListingApi } from '@latchkey/protocol/seller/user-listing.ts';
import type { Tables } from '../../database/schema.ts';
import { deviceIdsOf } from '../devices/devices.ts';
import {
  done,
  fail,
  type SellerHandlers,
  type SellerCall,
  type SellerChange,
} from '../../api/seller-call.ts';
import {
  nameOf,
  rowsPerSlice,
  readLongPage,
  type Cursor,
  type SliceStart,
} from '../../api/seller-page.ts';
import { userOrder } from '../../api/seller-names.ts';
import { isRunningOrPaused } from '../subscriptions/subscriptions.ts';
import { userOfName } from '../../database/names.ts';
import { countSessions } from '../sessions/ended-sessions.ts';
import { countCodes } from '../two-factor/recovery-codes.ts';
import { findUser } from './users.ts';

export const userListing: SellerHandlers<typeof userListingApi> = {
  async verifyuser(call, { user }) {
    return (await findUser(call, user)) === undefined ? fail('User Not Found') : done();
  },

  async userdata(call, { user }) {
    const named = userOfName(call.db, call.application, user);
    const row = await selectUserColumns(named)
      .select(['recoveryCodes', 'emailHash'])
      .executeTakeFirst();
    if (row === undefined) return fail('User not found');
    const hwids = await deviceIdsOf(call.db, row.id);
    const owned = await runningBetween(call, ['users.username', user, user]);
    return done({
      ...userAnswer(row, hwids[0] ?? null),
      recoverycodes: String(countCodes(row.recoveryCodes)),
      hasemail: row.emailHash !== null,
      sessions: String(await countSessions(call, row.id)),
      subscriptions: owned.map((one) => runningAnswer(one, call.now)),
      hwids: [...hwids],
      token: '' as const,
    });
  },

  async usersub(call, { user }) {
    const foundUser = await findUser(call, user);
    if (foundUser === undefined) return fail('User not found');
    const { db, now } = call;
    const rows = await db
      .selectFrom('subscriptions')
      .innerJoin('plans', 'plans.id', 'subscriptions.planId')
      .select(['plans.name', 'plans.level', 'licenseKey', 'expiresAt', 'remainingSeconds'])
      .where('userId', '=', foundUser.id)
      .where(isRunningOrPaused(now))
      .orderBy('plans.name')
      .execute();
    const subs = rows.map((row) => ({
      subscription: row.name,
      expiry: row.expiresAt === null ? null : String(row.expiresAt),
      timeleft: row.remainingSeconds ?? (row.expiresAt ?? now) - now,
      level: row.level,
      key: row.licenseKey,
      paused: row.remainingSeconds !== null,
    }));
    return done({ subs: subs.sort((one, other) => other.timeleft - one.timeleft) });
  },

  async fetchallusers(call, page) {
    const { rows, ...more } = await readLongPage(
      call,
      {
        ...userListOf(call),
        rows: (start) => usersAfter(call, selectUserColumns(usersOf(call)), start),
      },
      page,
    );
    const users: Awaited<ReturnType<typeof listedUsers>> = [];
    for (let at = 0; at < rows.length; at += rowsPerSlice) {
      if (at > 0) await turn();
      users.push(...(await listedUsers(call, rows.slice(at, at + rowsPerSlice))));
    }
    return done({ users, ...more }, { text: users.map(({ username }) => username).join('\r\n') });
  },

  async fetchallusernames(call, page) {
    const { rows, ...more } = await readLongPage(
      call,
      {
        ...userListOf(call),
        rows: (start) => usersAfter(call, usersOf(call).select('users.username'), start),
      },
      page,
    );
    const usernames = rows.map(({ username }) => ({ username }));
    const text = usernames.map(({ username }) => username).join('\r\n');
    return done({ usernames, ...more }, { text });
  },
};

/** Adds devices and subscriptions to consecutive users. */
async function listedUsers(call: SellerCall, rows: readonly (ListedUser & Cursor)[]) {
  const range = [userOrder(call), ...endsOf(rows)] as const;
  const devices = await firstDevicesBetween(call, range);
  const owned = new Map<string, RunningSubscription[]>();
  for (const one of await runningBetween(call, range))
    owned.set(one.userId, [...(owned.get(one.userId) ?? []), one]);
  return rows.map((row) => {
    const subscriptions = (owned.get(row.id) ?? []).map((one) => runningAnswer(one, call.now));
    const expires = subscriptions[0]?.expiry ?? '';
    return {
      ...{ id: row.id, owner: call.application.ownerid },
      ...userAnswer(row, devices.get(row.id) ?? null),
      ...{ subscriptions, expires, app: '' as const },
    };
  });
}

function endsOf(rows: readonly Cursor[]): readonly [string, string] {
  const [first, last] = [rows[0], rows.at(-1)];
  return first === undefined || last === undefined ? ['', ''] : [nameOf(first), nameOf(last)];
}

/** Both lists of users have the same order. */
function userListOf(call: SellerCall) {
  const cursors = (start: SliceStart) => usersAfter(call, usersOf(call), start);
  return { name: `users by ${userOrder(call)}`, hasTies: false, cursors };
}

function usersAfter<Row>(
  call: SellerCall,
  users: SelectQueryBuilder<Tables, 'users', Row>,
  { after, cursor }: SliceStart,
) {
  const order = userOrder(call);
  const first = after === 'first' ? users.where(order, '>', nameOf(cursor)) : users;
  return first.select([`${order} as first`, `${order} as second`]).orderBy(order);
}

export function usersOf({ db, application }: SellerCall | SellerChange) {
  return db.selectFrom('users').where('users.applicationId', '=', application.id);
}

export function selectUserColumns(users: ReturnType<typeof usersOf>) {
  return users
    .select(['id', 'username', 'lastIp', 'createdAt', 'lastLoginAt', 'cooldownAt', 'bannedReason'])
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

type ListedUser = Awaited<
  ReturnType<ReturnType<typeof selectUserColumns>['executeTakeFirstOrThrow']>
>;

export function userAnswer(row: ListedUser, hwid: string | null) {
  return {
    username: row.username,
    ip: row.lastIp,
    hwid,
    createdate: String(row.createdAt),
    lastlogin: row.lastLoginAt === null ? null : String(row.lastLoginAt),
    cooldown: String(row.cooldownAt),
    banned: row.bannedReason,
    twofactor: row.twoFactor === 1,
  };
}

interface RunningSubscription {
  readonly userId: string;
  readonly name: string;
  readonly expiresAt: number | null;
}

function runningAnswer({ name, expiresAt }: RunningSubscription, now: number) {
  const endsAt = expiresAt ?? now;
  return { subscription: name, expiry: String(endsAt), timeleft: endsAt - now };
}

/** All users from the first to the last value of a column. */
type UserRange = readonly [column: ReturnType<typeof userOrder>, first: string, last: string];

/** Reads the running subscriptions of a range of users, latest end first, in one statement. */
async function runningBetween(
  { db, application, now }: SellerCall,
  [column, first, last]: UserRange,
): Promise<readonly RunningSubscription[]> {
  return db
    .selectFrom('users')
    .innerJoin('subscriptions', 'subscriptions.userId', 'users.id')
    .innerJoin('plans', 'plans.id', 'subscriptions.planId')
    .select(['subscriptions.userId', 'plans.name', 'subscriptions.expiresAt'])
    .where('users.applicationId', '=', application.id)
    .where(column, '>=', first)
    .where(column, '<=', last)
    .where('subscriptions.expiresAt', '>', now)
    .orderBy('subscriptions.expiresAt', 'desc')
    .orderBy('plans.name')
    .execute();
}

async function firstDevicesBetween(
  call: SellerCall,
  [column, first, last]: UserRange,
): Promise<ReadonlyMap<string, string>> {
  const rows = await devicesLatestFirst(call)
    .where(column, '>=', first)
    .where(column, '<=', last)
    .execute();
  return firstOfEach(rows);
}

export async function firstDevicesOf(
  call: SellerCall,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return firstOfEach(await devicesLatestFirst(call).where('users.id', 'in', userIds).execute());
}

function devicesLatestFirst({ db, application }: SellerCall) {
  return db
    .selectFrom('users')
    .innerJoin('devices', 'devices.userId', 'users.id')
    .select(['devices.userId', 'devices.hwid'])
    .where('users.applicationId', '=', application.id)
    .orderBy('devices.addedAt', 'desc')
    .orderBy('devices.hwid', 'desc');
}

/** The oldest device comes last, so that it remains in the map. */
function firstOfEach(rows: readonly { readonly userId: string; readonly hwid: string }[]) {
  return new Map(rows.map(({ userId, hwid }) => [userId, hwid]));
}
