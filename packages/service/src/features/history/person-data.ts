// Seller API operations that export and erase the data of one person
// (docs/helping.md#the-data-of-one-person).
import type { PersonSection, personDataApi } from '@latchkey/protocol/seller/person-data.ts';
import { toUnixSeconds, type UnixMs } from '@latchkey/protocol/units.ts';
import {
  done,
  fail,
  type SellerCall,
  type SellerChange,
  type SellerHandlers,
} from '../../api/seller-call.ts';
import { escapePattern, matchesPattern } from '../../database/expressions.ts';
import { shownEnd } from '../subscriptions/revoked-ends.ts';
import { readFeatures } from '../subscriptions/stored-features.ts';
import type { Database } from '../../database/schema.ts';
import { userOfName } from '../../database/names.ts';
import { eraseBuyers, exportOrders } from '../shops/orders-of-user.ts';
import { removeUsers } from '../users/users.ts';
import { historyAnswer, newestFirst, selectRow } from './history-rows.ts';

type Row = Readonly<Record<string, unknown>>;
type Person = Record<PersonSection, Record<string, unknown>[]>;

export const personData: SellerHandlers<typeof personDataApi> = {
  // Reads before the transaction, which would otherwise stay open.
  exportuser: {
    async prepare(call, { user }) {
      const person = await exportPerson(call, user);
      return () => Promise.resolve(person === null ? fail('user-unknown') : done({ person }));
    },
  },

  async eraseuser(call, { user: username }) {
    const { db, application } = call;
    const user = await userOfName(db, application, username)
      .select(['users.id', 'users.username'])
      .executeTakeFirst();
    return user === undefined ? fail('user-unknown') : done({ erased: await erase(call, user) });
  },
};

type EraseCall = Pick<SellerChange, 'db' | 'secret'> & {
  readonly application: Pick<SellerChange['application'], 'id'>;
};

/** Erases a user. Returns what was erased. */
export async function erase(
  { db, application, secret }: EraseCall,
  user: { readonly id: string; readonly username: string },
) {
  const { username } = user;
  const history = await countOf(db, 'history', user.id);
  const messages = await countOf(db, 'chatMessages', user.id);
  const logs = await db
    .deleteFrom('logs')
    .where('applicationId', '=', application.id)
    .where('username', '=', username)
    .executeTakeFirst();
  const events = await db
    .deleteFrom('deliveries')
    .where('applicationId', '=', application.id)
    .where(isAbout(username))
    .executeTakeFirst();
  // The cached list of users who are online has names.
  await db
    .deleteFrom('statistics')
    .where('applicationId', '=', application.id)
    .where('kind', '=', 'online')
    .execute();
  const orders = await eraseBuyers({ db, application, secret }, user.id);
  await removeUsers(db, application, (eb) => eb('users.id', '=', user.id));
  const erased = { history, messages, orders, logs: Number(logs.numDeletedRows) };
  return { ...erased, events: Number(events.numDeletedRows) };
}

async function countOf(
  db: Database,
  table: 'history' | 'chatMessages',
  userId: string,
): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Condition for deliveries whose facts have this user name (outbound/events.ts). */
function isAbout(username: string) {
  return matchesPattern('body', `%"username":${escapePattern(JSON.stringify(username))}%`);
}

type PersonCall = Pick<SellerCall, 'db' | 'application' | 'secret'> & {
  readonly key: Pick<SellerCall['key'], 'scope'>;
};

/** Returns all data about a user, or null if there is none of this name. */
export function exportPerson(
  call: PersonCall & Pick<SellerCall, 'reader' | 'longReads'>,
  username: string,
): Promise<Person | null> {
  const reading = { ...call, db: call.reader };
  return call.longReads.within(() => readPerson(reading, username));
}

async function readPerson(call: PersonCall, username: string): Promise<Person | null> {
  const { db, application } = call;
  const user = await userOfName(db, application, username)
    .select(['id', 'username', 'bannedReason', 'createdAt', 'lastLoginAt', 'previousLoginAt'])
    .select(['lastIp', 'emailHash', 'totpSecret', 'cooldownAt', 'deletesAt', 'features'])
    .executeTakeFirst();
  if (user === undefined) return null;
  const { emailHash, totpSecret, features, ...account } = user;
  const facts = {
    hasEmail: emailHash !== null,
    twoFactor: totpSecret !== null,
    features: readFeatures(features),
  };
  return {
    account: [{ ...account, ...facts }],
    ...(await readTime(db, user.id)),
    orders: await exportOrders(call, user.id),
    ...(await readComputers(db, user.id)),
    ...(await readActivity(call, user)),
    bans: await db
      .selectFrom('bans')
      .select(['reason', 'licenseKey', 'bannedAt', 'bannedBy'])
      .where('userId', '=', user.id)
      .execute(),
    blacklist: await db
      .selectFrom('blacklist')
      .select(['kind', 'data', 'createdAt'])
      .where('userId', '=', user.id)
      .execute(),
  };
}

async function readTime(db: Database, userId: string) {
  const subscriptions = await db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.planId')
    .select(['plans.name', 'plans.level', 'sinceAt', 'expiresAt', 'remainingSeconds'])
    .where('userId', '=', userId)
    .execute();
  return {
    subscriptions: subscriptions.map(({ expiresAt, ...one }) => ({
      ...one,
      expiresAt: expiresAt === null ? null : shownEnd(expiresAt),
    })),
    grants: await db
      .selectFrom('grants')
      .innerJoin('plans', 'plans.id', 'grants.planId')
      .select(['plans.name', 'source', 'licenseKey', 'actor', 'grantedAt', 'given', 'left'])
      .select(['revokedAt', 'revokedBy'])
      .where('userId', '=', userId)
      .orderBy('grantedAt')
      .execute(),
    licenses: await db
      .selectFrom('licenses')
      .select(['key', 'level', 'seconds', 'status', 'usedAt', 'orderNumber', 'note'])
      .where('usedBy', '=', userId)
      .execute(),
  };
}

async function readComputers(db: Database, userId: string) {
  return {
    computers: await db
      .selectFrom('devices')
      .select(['hwid', 'name', 'system', 'addedAt', 'lastSeenAt'])
      .where('userId', '=', userId)
      .execute(),
    addresses: await db
      .selectFrom('knownAddresses')
      .select(['address', 'lastAt'])
      .where('userId', '=', userId)
      .execute(),
    sessions: await db
      .selectFrom('sessions')
      .select(['ip', 'hwid', 'version', 'createdAt', 'signedInAt', 'lastSeenAt', 'expiresAt'])
      .select('browser')
      .where('userId', '=', userId)
      .execute(),
    variables: await db
      .selectFrom('userVariables')
      .select(['name', 'value'])
      .where('userId', '=', userId)
      .execute(),
  };
}

async function readActivity(
  call: PersonCall,
  { id: userId, username }: { readonly id: string; readonly username: string },
) {
  const { db, application } = call;
  const start = { after: 'nothing', cursor: { first: '', second: '' } } as const;
  const history = await selectRow(newestFirst(call, userId, start)).execute();
  const logs = await db
    .selectFrom('logs')
    .select(['writtenAtMs', 'pcuser', 'ip', 'message'])
    .where('applicationId', '=', application.id)
    .where('username', '=', username)
    .execute();
  const messages = await db
    .selectFrom('chatMessages')
    .select(['writtenAtMs', 'channel', 'message'])
    .where('userId', '=', userId)
    .execute();
  const events = await db
    .selectFrom('deliveries')
    .select(['event', 'createdAt', 'status', 'body'])
    .where('applicationId', '=', application.id)
    .where(isAbout(username))
    .execute();
  return {
    history: history.map((row) => historyAnswer(call, row)),
    logs: logs.map(withSeconds),
    messages: messages.map(withSeconds),
    events,
  };
}

function withSeconds({ writtenAtMs, ...row }: { readonly writtenAtMs: UnixMs } & Row) {
  return { writtenAt: toUnixSeconds(writtenAtMs), ...row };
}
