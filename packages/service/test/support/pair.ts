// Fills a service with two of everything, for Anna and Berta, and names the rows that a request
// changes.
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { withFold } from '../../src/database/names.ts';
import type { Database } from '../../src/database/schema.ts';
import { ownApplicationId } from './own-application.ts';
import { sellerOf, type AskSeller } from './seller-client.ts';
import { openWire } from './service-client.ts';
import { dump, type Dump, type TableName } from './table-dump.ts';

/** Columns that name a row. Tables that are not listed are ignored. */
const nameColumns: Readonly<Partial<Record<TableName, readonly string[]>>> = {
  users: ['username'],
  plans: ['name'],
  subscriptions: ['userId', 'planId'],
  grants: ['userId', 'planId', 'position'],
  licenses: ['key'],
  orders: ['number'],
  variables: ['varid'],
  webhooks: ['userAgent'],
  sessions: ['userId'],
  codeFailures: ['userId'],
  devices: ['userId', 'hwid'],
  computerRemovals: ['userId'],
  history: ['userId'],
  offlinePasses: ['userId', 'hwid'],
  bans: ['userId', 'licenseKey'],
  userVariables: ['userId', 'name'],
  knownAddresses: ['userId', 'address'],
  passwordResets: ['userId'],
  channels: ['name'],
  chatMessages: ['message'],
  chatMutes: ['userId'],
  buttons: ['value'],
  blacklist: ['kind', 'data'],
  whitelist: ['ip'],
  tokens: ['assigned'],
  accounts: ['username'],
  balances: ['accountId', 'duration'],
};

export async function openPair() {
  const at = Date.now();
  const wire = await openWire({ now: () => at });
  const { database } = wire.service;
  const ask = sellerOf(wire.service);
  const tokens = await fill(database, ask);
  const names = new Map<string, string>();
  let before = await dump(database);
  return {
    ask,
    removeNeighbour: wire.service.removeNeighbour,
    /** Tokens by user name or license key. */
    tokens,
    /** Returns the names of rows that changed since the last call, sorted. */
    changed: async (): Promise<readonly string[]> => {
      const now = await dump(database);
      for (const [id, name] of [...namesIn(before), ...namesIn(now)]) names.set(id, name);
      const rows = [...rowsMissingFrom(before, now), ...rowsMissingFrom(now, before)];
      before = now;
      return [...new Set(rows.flatMap((row) => nameOf(row, names)))].sort();
    },
  };
}

type Row = readonly [TableName, Readonly<Record<string, unknown>>];

function rowsMissingFrom(one: Dump, other: Dump): readonly Row[] {
  return [...one].flatMap(([table, rows]) => {
    const known = new Set(other.get(table));
    return rows.flatMap((row): readonly Row[] =>
      known.has(row) ? [] : [[table, JSON.parse(row) as Row[1]]],
    );
  });
}

function namesIn(tables: Dump): readonly (readonly [string, string])[] {
  return [...(tables.get('users') ?? []), ...(tables.get('plans') ?? [])].map((row) => {
    const { id, username, name } = JSON.parse(row) as Readonly<Record<string, string>>;
    return [id ?? '', username ?? name ?? ''];
  });
}

function nameOf([table, row]: Row, names: ReadonlyMap<string, string>): readonly string[] {
  const columns = nameColumns[table];
  if (columns === undefined) return [];
  const values = columns.map((column) => String(row[column]));
  return [[table, ...values.map((value) => names.get(value) ?? value)].join(' ')];
}

async function fill(db: Database, ask: AskSeller): Promise<ReadonlyMap<string, string>> {
  const tokens = new Map<string, string>();
  const askOrThrow = async (type: string, parameters: Readonly<Record<string, string>>) => {
    const { success, message, body } = await ask(type, parameters);
    if (!success) throw new Error(`${type}: ${message}`);
    return body;
  };
  await askOrThrow('addsub', { name: 'Max', level: '2' });
  for (const name of ['Anna', 'Berta']) {
    await askOrThrow('adduser', {
      user: name,
      sub: 'Pro',
      expiry: '30',
      pass: `${name} may enter`,
    });
    await askOrThrow('extend', { user: name, sub: 'Max', expiry: '30' });
    for (const key of [`${name}-free`, `${name}-used`, `${name}-more`])
      await askOrThrow('add', { mask: key, expiry: '5', force: '1', order: `${key}-order` });
    for (const key of [`${name}-used`, `${name}-more`])
      await askOrThrow('assignkey', { user: name, key });
    for (const key of [`${name}-free`, `${name}-used`])
      tokens.set(key, String((await askOrThrow('addtoken', { key }))['token']));
    tokens.set(name, String((await askOrThrow('addtoken', { user: name }))['token']));
    for (const variable of ['Colour', 'Size'])
      await askOrThrow('setvar', { user: name, var: variable, data: `${name} ${variable}` });
  }
  const users = await db.selectFrom('users').select(['id', 'username']).execute();
  for (const { username } of users)
    await db
      .insertInto('channels')
      .values({ applicationId: ownApplicationId, ...withFold('name', username), delaySeconds: 0 })
      .execute();
  // Untyped: each table has its own columns.
  const untyped = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  for (const { id, username } of users)
    for (const [table, row] of rowsOf(id, username))
      await untyped.insertInto(table).values(row).execute();
  return tokens;
}

/** Returns one user's rows, including rows of tables that have no user column. */
function rowsOf(
  userId: string,
  name: string,
): readonly (readonly [TableName, Readonly<Record<string, unknown>>])[] {
  const own = { applicationId: ownApplicationId };
  const far = { expiresAt: 9_000_000_000 };
  const chatMessage = (channel: string) => ({
    ...own,
    id: randomUUID(),
    channel,
    userId,
    author: name,
    message: `${name} in ${channel}`,
    writtenAtMs: 1,
  });
  return [
    ['sessions', { ...own, ...far, idHash: `${name}-session`, userId }],
    ['passwordResets', { ...far, tokenHash: `${name}-link`, userId }],
    ['knownAddresses', { userId, address: `${name}-address`, lastAt: 1 }],
    ['codeFailures', { id: randomUUID(), userId, failedAt: 1 }],
    ['devices', { userId, hwid: `${name}-device`, addedAt: 1 }],
    ['chatMutes', { userId, mutedUntil: far.expiresAt }],
    ['chatMessages', chatMessage('Anna')],
    ['chatMessages', chatMessage('Berta')],
    ['variables', { ...own, ...withFold('varid', name), value: name, authed: 0 }],
    ['buttons', { ...own, value: name, text: name }],
    ['blacklist', { ...own, kind: 'hwid', data: `${name}-banned`, userId: null, createdAt: 1 }],
    ['whitelist', { ...own, ip: name === 'Anna' ? '203.0.113.1' : '203.0.113.2', createdAt: 1 }],
    ['accounts', { ...own, id: `${name}-account`, ...withFold('username', name), ...account }],
    [
      'balances',
      {
        accountId: `${name}-account`,
        level: '',
        duration: 'day',
        granted: name.length,
        used: 0,
      },
    ],
  ];
}

const account = {
  role: 'Manager',
  passwordHash: 'none',
  emailHash: null,
  keyLevels: '1',
  permissions: 0,
  createdAt: 1,
};
