// Seller API operations that export and erase the data of one person
// (docs/helping.md#the-data-of-one-person).
import type { PersonSection, personDataApi } from '@latchkey/protocol/seller/person-data.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import {
  done,
  fail,
  type SellerCall,
  type SellerChange,
  type SellerHandlers,
} from '../../api/seller-call.ts';
import { inList } from '../../database/in-list.ts';
import { shownEnd } from '../subscriptions/revoked-ends.ts';
import { readFeatures } from '../subscriptions/stored-features.ts';
import type { Database } from '../../database/schema.ts';
import { userOfName } from '../../database/names.ts';
import { eraseBuyers, exportOrders } from '../shops/orders-of-user.ts';
import { removeUsers } from '../users/users.ts';
import { historyAnswer, newestFirst, selectRow } from './history-rows.ts';
import { deleteLines, eventsAbout, findNamed, readNamed, type NamedUser } from './named-rows.ts';

type Person = Record<PersonSection, Record<string, unknown>[]>;
type OwnPerson = Omit<Person, 'logs' | 'events'>;

export const personData: SellerHandlers<typeof personDataApi> = {
  // Reads before the transaction, which would otherwise stay open.
  exportuser: {
    async prepare(call, { user }) {
      const person = await exportPerson(call, user);
      return () => Promise.resolve(person === null ? fail('user-unknown') : done({ person }));
    },
  },

  // Searches the events before the transaction, as above.
  eraseuser: {
    async prepare(call, { user: username }) {
      const found = await findNamed(call, username);
      const events = found === undefined ? [] : await eventsAbout(call, found);
      return async (inside) => {
        const user = await findNamed(inside, username);
        if (user === undefined || user.id !== found?.id) return fail('user-unknown');
        return done({ erased: await erase(inside, user, events) });
      };
    },
  },
};

type EraseCall = Pick<SellerChange, 'db' | 'secret'> & {
  readonly application: Pick<SellerChange['application'], 'id'>;
};

/**
 * Erases a user and these events. Returns what was erased. `onlyOf` limits orders to those of one
 * buyer (shops/orders-of-user.ts).
 */
export async function erase(
  { db, application, secret }: EraseCall,
  user: NamedUser,
  events: readonly string[],
  onlyOf?: string | null,
) {
  const { id } = user;
  const history = await countOf(db, 'history', id);
  const messages = await countOf(db, 'chatMessages', id);
  const logs = await deleteLines(db, application, user);
  const deliveries = await db
    .deleteFrom('deliveries')
    .where('id', 'in', inList(db, events))
    .executeTakeFirst();
  // The cached list of users who are online has names.
  await db
    .deleteFrom('statistics')
    .where('applicationId', '=', application.id)
    .where('kind', '=', 'online')
    .execute();
  const orders = await eraseBuyers({ db, application, secret }, id, onlyOf);
  await removeUsers(db, application, (eb) => eb('users.id', '=', id));
  const erased = { history, messages, orders, logs };
  return { ...erased, events: Number(deliveries.numDeletedRows) };
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

type PersonCall = Pick<SellerCall, 'db' | 'application' | 'secret'>;
type ExportCall = PersonCall & Pick<SellerCall, 'reader' | 'longReads'>;

/** Returns all data about a user, or null if there is none of this name. */
function exportPerson(call: ExportCall, username: string): Promise<Person | null> {
  const reading = { ...call, db: call.reader };
  return call.longReads.within(async () => {
    const user = await findNamed(reading, username);
    const person = await readPerson(reading, username);
    if (user === undefined || person === null) return null;
    return { ...person, ...(await readNamed(reading, user)) };
  });
}

/**
 * As `exportPerson`, for the person.
 * SECURITY: without rows that only the name connects, because an earlier user may have had it.
 */
export function exportOwn(call: ExportCall, username: string): Promise<OwnPerson | null> {
  return call.longReads.within(() => readPerson({ ...call, db: call.reader }, username));
}

async function readPerson(call: PersonCall, username: string): Promise<OwnPerson | null> {
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
    ...(await readActivity(call, user.id)),
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

async function readActivity(call: PersonCall, userId: string) {
  const start = { after: 'nothing', cursor: { first: '', second: '' } } as const;
  const history = await selectRow(newestFirst(call, userId, start)).execute();
  const messages = await call.db
    .selectFrom('chatMessages')
    .select(['writtenAtMs', 'channel', 'message'])
    .where('userId', '=', userId)
    .execute();
  return {
    history: history.map((row) => historyAnswer({ key: { scope: 'all' } }, row)),
    messages: messages.map(({ writtenAtMs, ...row }) => ({
      writtenAt: toUnixSeconds(writtenAtMs),
      ...row,
    })),
  };
}
