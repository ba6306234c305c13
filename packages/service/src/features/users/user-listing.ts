// Seller API operations that read users.
// SECURITY: selects named columns, never password hashes, TOTP secrets or email hashes. Recovery
// codes are only counted.
import { setImmediate as turn } from 'node:timers/promises';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { userListingApi } from '@latchkey/protocol/seller/user-listing.ts';
import { inList } from '../../database/in-list.ts';
import type { Database, Tables } from '../../database/schema.ts';
import { deviceIdsOf } from '../devices/devices.ts';
import { done, fail, type SellerHandlers, type SellerCall } from '../../api/seller-call.ts';
import { rowsPerSlice, readLongPage, type SliceStart } from '../../api/seller-page.ts';
import { readFilteredPage } from '../../api/list-filters.ts';
import { isRunningOrPaused } from '../subscriptions/subscriptions.ts';
import { userOfName } from '../../database/names.ts';
import { countSessions } from '../sessions/ended-sessions.ts';
import { countCodes } from '../two-factor/recovery-codes.ts';
import { listedBy, usersAfter } from './user-order.ts';
import { selectUserColumns, userAnswer, usersOf, type ListedUser } from './user-rows.ts';
import { isRunning, matchesState, planIdsOf, stateOf } from './user-states.ts';
import { usersByEnd } from './users-by-end.ts';
import { findPlan, findUser } from './users.ts';

export const userListing: SellerHandlers<typeof userListingApi> = {
  async verifyuser(call, { user }) {
    return (await findUser(call, user)) === undefined ? fail('user-unknown') : done();
  },

  async userdata(call, { user }) {
    const named = userOfName(call.db, call.application, user);
    const row = await selectUserColumns(named)
      .select(['recoveryCodes', 'emailHash', 'deletesAt'])
      .executeTakeFirst();
    if (row === undefined) return fail('user-unknown');
    const hwids = await deviceIdsOf(call.db, row.id);
    const owned = (await subscriptionsOf(call, (eb) => eb('users.id', '=', row.id))).filter((one) =>
      isRunning(one, call.now),
    );
    return done({
      ...userAnswer(row, hwids[0] ?? null, call.now),
      recoverycodes: String(countCodes(row.recoveryCodes)),
      hasemail: row.emailHash !== null,
      deletesat: row.deletesAt === null ? null : String(row.deletesAt),
      sessions: String(await countSessions(call, row.id)),
      subscriptions: owned.map((one) => runningAnswer(one, call.now)),
      hwids: [...hwids],
      token: '' as const,
    });
  },

  async usersub(call, { user }) {
    const foundUser = await findUser(call, user);
    if (foundUser === undefined) return fail('user-unknown');
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

  async fetchallusers(call, { offset, limit, ...filters }) {
    const { state, subscription, sort } = filters;
    const plan = subscription === undefined ? undefined : await findPlan(call, subscription);
    if (subscription !== undefined && plan === undefined) return fail('subscription-unknown');
    const condition = await matchesState(call, { state, planId: plan?.id });
    const { application, now } = call;
    const planIds = plan === undefined && sort === 'end' ? await planIdsOf(call) : [];
    if (plan !== undefined) planIds.push(plan.id);
    const listOf = (db: Database) => {
      if (sort === 'end') return usersByEnd({ db, application, now, condition, state, planIds });
      const list = listedBy(call, sort);
      const users = () => {
        const all = usersOf({ db, application });
        return condition === null ? all : all.where(condition);
      };
      return {
        name: list.name,
        hasTies: false,
        cursors: (start: SliceStart) => usersAfter(list, users(), start),
        rows: (start: SliceStart) => usersAfter(list, selectUserColumns(users()), start),
      };
    };
    const { rows, ...more } = await readFilteredPage(call, filters, listOf, { offset, limit });
    const users: Awaited<ReturnType<typeof listedUsers>> = [];
    for (let at = 0; at < rows.length; at += rowsPerSlice) {
      if (at > 0) await turn();
      const slice = rows.slice(at, at + rowsPerSlice);
      users.push(...(await listedUsers(call, slice)));
    }
    return done({ users, ...more }, { text: users.map(({ username }) => username).join('\r\n') });
  },

  async fetchallusernames(call, page) {
    const list = listedBy(call);
    const { rows, ...more } = await readLongPage(
      call,
      {
        name: list.name,
        hasTies: false,
        cursors: (start) => usersAfter(list, usersOf(call), start),
        rows: (start) => usersAfter(list, usersOf(call).select('users.username'), start),
      },
      page,
    );
    const usernames = rows.map(({ username }) => ({ username }));
    const text = usernames.map(({ username }) => username).join('\r\n');
    return done({ usernames, ...more }, { text });
  },
};

/** Adds devices, subscriptions and states. */
async function listedUsers(call: SellerCall, rows: readonly ListedUser[]) {
  const ids = inList(
    call.db,
    rows.map(({ id }) => id),
  );
  const set: UserSet = (eb) => eb('users.id', 'in', ids);
  const devices = firstOfEach(await devicesLatestFirst(call).where(set).execute());
  const ownedBy = new Map<string, OwnedSubscription[]>();
  for (const one of await subscriptionsOf(call, set))
    ownedBy.set(one.userId, [...(ownedBy.get(one.userId) ?? []), one]);
  return rows.map((row) => {
    const owned = ownedBy.get(row.id) ?? [];
    const subscriptions = owned
      .filter((one) => isRunning(one, call.now))
      .map((one) => runningAnswer(one, call.now));
    return {
      id: row.id,
      owner: call.application.ownerid,
      ...userAnswer(row, devices.get(row.id) ?? null, call.now),
      subscriptions,
      expires: subscriptions[0]?.expiry ?? '',
      state: stateOf(row.bannedReason, owned, call.now),
      app: '' as const,
    };
  });
}

type UserSet = (eb: ExpressionBuilder<Tables, 'users'>) => Expression<SqlBool>;

interface OwnedSubscription {
  readonly userId: string;
  readonly name: string;
  readonly expiresAt: number | null;
  readonly remainingSeconds: number | null;
}

function runningAnswer({ name, expiresAt }: OwnedSubscription, now: number) {
  const endsAt = expiresAt ?? now;
  return { subscription: name, expiry: String(endsAt), timeleft: endsAt - now };
}

/** Reads all subscriptions of a set of users, latest end first, in one statement. */
async function subscriptionsOf(
  { db, application }: SellerCall,
  set: UserSet,
): Promise<readonly OwnedSubscription[]> {
  return db
    .selectFrom('users')
    .innerJoin('subscriptions', 'subscriptions.userId', 'users.id')
    .innerJoin('plans', 'plans.id', 'subscriptions.planId')
    .select(['subscriptions.userId', 'plans.name'])
    .select(['subscriptions.expiresAt', 'subscriptions.remainingSeconds'])
    .where('users.applicationId', '=', application.id)
    .where(set)
    .orderBy('subscriptions.expiresAt', 'desc')
    .orderBy('plans.name')
    .execute();
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
