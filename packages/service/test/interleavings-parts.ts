// Pairs of requests about one user, key, order and reseller, and the promises that hold after both.
import type { Database } from '../src/database/schema.ts';
import { hashToken } from '../src/secrets/token-hash.ts';
import type { openRemovals } from './removals-parts.ts';
import { deviceOf } from './seats-parts.ts';

type Opened = Awaited<ReturnType<typeof openRemovals>>;
export type Answer = Readonly<Record<string, unknown>>;

/** What a pair of requests is about. */
interface World extends Opened {
  readonly name: string;
  readonly who: Awaited<ReturnType<Opened['service']['addUser']>>;
  readonly keys: readonly [unused: string, used: string];
  /** Of the setup, and of each place. */
  readonly sessionid: string;
  readonly sessions: readonly string[];
  readonly removal: { readonly sessionid: string; readonly ticket: string; readonly id: string };
  readonly sellerkey: string | null;
}

/** `place`: 0 or 1, the place in the pair. */
type Operation = (world: World, place: number) => Promise<Answer>;

const bodyOf = async (asked: ReturnType<Opened['ask']>) => (await asked).body;

export const operations = {
  redeem: async ({ send, sessionid, who, keys: [key] }) =>
    (await send({ type: 'upgrade', sessionid, username: who.username, key })).body,
  'sign in': async ({ send, who, name, sessions }, place) => {
    const [sessionid, hwid] = [sessions[place] ?? '', deviceOf(`${name} new ${place}`)];
    const { username, password: pass } = who;
    return { sessionid, ...(await send({ type: 'login', sessionid, username, pass, hwid })).body };
  },
  'remove a computer': async ({ remove, removal }) => (await remove({ ...removal })).body,
  refund: ({ ask, name }) => bodyOf(ask('refund', { order: `${name} bought` })),
  ban: ({ ask, who }) => bodyOf(ask('banuser', { user: who.username, reason: 'x', address: '0' })),
  order: ({ ask, name }) =>
    bodyOf(ask('add', { order: `${name} order`, amount: '2', expiry: '30' })),
  "reseller's keys": ({ ask, sellerkey }) =>
    bodyOf(ask('add', { sellerkey: sellerkey ?? '', amount: '2', expiry: '30' })),
} satisfies Record<string, Operation>;
export type OperationName = keyof typeof operations;

/** Fewer than two makings of keys need. */
const balance = 3;

/** Makes what two operations need. */
export async function openWorld(
  opened: Opened,
  name: string,
  pair: readonly OperationName[],
): Promise<World> {
  const { ask, service, init, send, signIn, offer } = opened;
  const who = await service.addUser({
    username: name.replaceAll(' ', '-'),
    subscription: 'none',
  });
  const { username } = who;
  const made = await ask('add', { order: `${name} bought`, amount: '2', expiry: '30' });
  const [unused = '', used = ''] = [made.body['keys']].flat().map(String);
  const sessionid = await init();
  await send({ type: 'upgrade', sessionid, username, key: used });
  let removal = { sessionid, ticket: 'none', id: '0'.repeat(32) };
  if (pair.includes('remove a computer')) {
    await signIn(`${name} old`, { computer: 'old' }, who);
    const offered = await offer(`${name} other`, {}, who);
    removal = {
      sessionid: offered.sessionid,
      ticket: offered.ticket,
      id: offered.ids['old'] ?? '',
    };
  }
  const sessions = pair.includes('sign in') ? [await init(), await init()] : [];
  const sellerkey = pair.includes("reseller's keys") ? await addReseller(ask, username) : null;
  return { ...opened, name, who, keys: [unused, used], sessionid, sessions, removal, sellerkey };
}

async function addReseller(ask: Opened['ask'], of: string): Promise<string> {
  const user = `rita-${of}`;
  await ask('addAccount', { role: 'Reseller', user, keylevels: '1' });
  await ask('setbalance', { username: user, month: String(balance) });
  return String((await ask('newaccountkey', { user })).body['sellerkey']);
}

/** Returns the broken promises, in words. */
export async function brokenIn(world: World, answers: readonly Answer[]): Promise<string[]> {
  const { name, who, service, clock, sellerkey } = world;
  const { database } = service;
  const broken: string[] = [];
  for (const { message } of answers)
    if (/internal|error|overload/i.test(String(message))) broken.push(`answer: ${String(message)}`);
  const user = await database
    .selectFrom('users')
    .select(['id', 'bannedReason'])
    .where('username', '=', who.username)
    .executeTakeFirstOrThrow();
  const devices = await world.devices(who.username);
  if (devices.length > 1) broken.push(`${devices.length} computers, 1 allowed`);
  broken.push(...(await ledgerOf(database, user.id, `${name} bought`, clock.now)));
  const ordered = await licensesOf(database, `${name} order`);
  const keys = answers.flatMap(({ keys: made, balance: rest }) =>
    rest === undefined && Array.isArray(made) ? made.map(String) : [],
  );
  if (ordered.length !== 0 && ordered.length !== 2)
    broken.push(`${ordered.length} keys, 2 ordered`);
  const paid = sellerkey === null ? [] : await paidBy(database, sellerkey, broken);
  const known = new Set([...ordered, ...paid].map(({ key }) => key));
  for (const key of keys) if (!known.has(key)) broken.push(`answered ${key}, which is not stored`);
  if (user.bannedReason !== null)
    for (const { sessionid } of answers)
      if (typeof sessionid === 'string' && (await world.check(sessionid))['success'] === true)
        broken.push('a banned user is in');
  return broken;
}

/** Returns the keys that a reseller has paid for. */
async function paidBy(database: Database, sellerkey: string, broken: string[]) {
  const { accountId, used, granted } = await database
    .selectFrom('sellerKeys')
    .innerJoin('balances', 'balances.accountId', 'sellerKeys.accountId')
    .select(['balances.accountId', 'used', 'granted'])
    .where('keyHash', '=', hashToken(sellerkey))
    .executeTakeFirstOrThrow();
  const paid = await database
    .selectFrom('licenses')
    .select('key')
    .where('accountId', '=', accountId)
    .where('isCharged', '=', 1)
    .execute();
  if (used !== paid.length || used > granted)
    broken.push(`balance ${used} of ${granted}, ${paid.length} keys paid`);
  return paid;
}

function licensesOf(database: Database, order: string) {
  return database
    .selectFrom('licenses')
    .select(['key', 'status', 'usedBy', 'seconds'])
    .where('orderNumber', '=', order)
    .execute();
}

/** A key gives its time once, a refunded one none, and the grants add up to the subscription. */
async function ledgerOf(
  database: Database,
  userId: string,
  order: string,
  now: number,
): Promise<string[]> {
  const broken: string[] = [];
  const grants = await database
    .selectFrom('grants')
    .selectAll()
    .where('userId', '=', userId)
    .execute();
  for (const { key, status, usedBy } of await licensesOf(database, order)) {
    const given = grants.filter(({ licenseKey }) => licenseKey === key);
    if (given.length !== (usedBy === null ? 0 : 1))
      broken.push(`${key} is ${status} and gave its time ${given.length} times`);
    if (status === 'banned' && given.some(({ revokedAt }) => revokedAt === null))
      broken.push(`${key} is refunded, but its time is not revoked`);
  }
  const left = grants.reduce((sum, one) => sum + (one.revokedAt === null ? one.left : 0), 0);
  const subscriptions = await database
    .selectFrom('subscriptions')
    .select('expiresAt')
    .where('userId', '=', userId)
    .execute();
  for (const { expiresAt } of subscriptions)
    if ((expiresAt ?? 0) - now > left) broken.push(`subscription ${expiresAt}, grants ${left}`);
  return broken;
}
