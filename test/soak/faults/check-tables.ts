// Checks the tables against the clients' ledger: no acknowledged change is missing or doubled.
import { withFold } from '../../../packages/service/src/database/names.ts';
import { openDatabase } from '../../../packages/service/src/database/open.ts';
import type { Database } from '../../../packages/service/src/database/schema.ts';
import { hashToken } from '../../../packages/service/src/secrets/token-hash.ts';

interface Place {
  readonly dataFolder: string;
  readonly databaseUrl: string | undefined;
}

/** The ledger of clients.js. */
interface Ledger {
  readonly done: readonly { readonly kind: string; readonly name: string; readonly key: string }[];
  readonly sessions: readonly string[];
}

const keySeconds = 86_400;

async function withTables<T>(place: Place, use: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase({ ...place, onIdleFault: () => null });
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}

/** Adds unused licenses that are copies of an existing one. */
export async function addKeys(place: Place, keys: readonly string[]): Promise<void> {
  await withTables(place, async (db) => {
    const like = await db.selectFrom('licenses').selectAll().executeTakeFirstOrThrow();
    const unused = { status: 'unused' as const, usedBy: null, usedAt: null, bannedReason: null };
    const rows = keys.map((key) => ({
      ...like,
      ...unused,
      ...withFold('key', key),
      seconds: keySeconds,
      level: '1',
    }));
    for (let at = 0; at < rows.length; at += 500)
      await db
        .insertInto('licenses')
        .values(rows.slice(at, at + 500))
        .execute();
  });
}

/** Returns a line for each lost or doubled change. */
export async function whatIsWrong(
  place: Place,
  ledger: Ledger,
  keys: readonly string[],
): Promise<readonly string[]> {
  return withTables(place, async (db) => {
    const ours = new Set(keys);
    const used = await usedKeys(db);
    const orders = await orderedKeys(db);
    const sessions = new Set(
      (await db.selectFrom('sessions').select('idHash').execute()).map(({ idHash }) => idHash),
    );
    const lost = ledger.done.filter(({ kind, name, key }) =>
      kind === 'order' ? orders.get(name)?.includes(key) !== true : used.get(key) !== name,
    );
    return [
      ...lost.map(({ kind, name, key }) => `lost: ${kind} of ${name}, ${key}`),
      ...ledger.sessions.filter((id) => !sessions.has(hashToken(id))).map(() => 'lost: a session'),
      ...[...orders].filter(([, made]) => made.length > 1).map(([name]) => `doubled: ${name}`),
      ...(await wrongGrants(db, new Set([...used.keys()].filter((key) => ours.has(key))), ours)),
      ...(await wrongTimes(db)),
    ];
  });
}

/** Key -> name of the user who redeemed it. */
async function usedKeys(db: Database): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('licenses')
    .innerJoin('users', 'users.id', 'licenses.usedBy')
    .select(['key', 'username'])
    .where('status', '=', 'used')
    .execute();
  return new Map(rows.map(({ key, username }) => [key, username]));
}

async function orderedKeys(db: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db
    .selectFrom('licenses')
    .select(['key', 'orderNumber'])
    .where('orderNumber', 'is not', null)
    .execute();
  const made = new Map<string, readonly string[]>();
  for (const { key, orderNumber } of rows)
    made.set(orderNumber ?? '', [...(made.get(orderNumber ?? '') ?? []), key]);
  return made;
}

/** Each used key has exactly one grant, even if its answer was lost; no other key has one. */
async function wrongGrants(
  db: Database,
  used: ReadonlySet<string>,
  ours: ReadonlySet<string>,
): Promise<readonly string[]> {
  const grants = await db.selectFrom('grants').select('licenseKey').execute();
  const given = grants.map(({ licenseKey }) => licenseKey ?? '').filter((key) => ours.has(key));
  const once = new Set(given);
  return [
    ...(once.size < given.length ? [`doubled: ${given.length - once.size} grants`] : []),
    ...[...once].filter((key) => !used.has(key)).map((key) => `half: ${key} gave, and is unused`),
    ...[...used]
      .filter((key) => !once.has(key))
      .map((key) => `half: ${key} is used, and gave nothing`),
  ];
}

/** The duration of each subscription equals the sum of its grants. */
async function wrongTimes(db: Database): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.userId')
    .select((eb) => [
      'username',
      eb('expiresAt', '-', eb.ref('sinceAt')).as('lasts'),
      eb
        .selectFrom('grants')
        .select((inner) => inner.fn.sum<number>('given').as('sum'))
        .whereRef('grants.userId', '=', 'subscriptions.userId')
        .whereRef('grants.planId', '=', 'subscriptions.planId')
        .as('given'),
    ])
    .where((eb) => eb.or([eb('username', '=', 'nora'), eb('username', 'like', 'made-%')]))
    .execute();
  return rows
    .filter(({ lasts, given }) => Number(lasts) !== Number(given))
    .map(({ username, lasts, given }) => `${username} has ${lasts} s, and was given ${given} s`);
}
