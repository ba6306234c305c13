// Paging of long lists: each page uses an index, and the pages together are the whole list.
import { CompiledQuery, type RootOperationNode } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { rowsPerSlice, PageCursors, readLongPage, type LongList } from '../src/api/seller-page.ts';
import { withFold } from '../src/database/names.ts';
import type { Database } from '../src/database/schema.ts';
import { unixMs } from '@latchkey/protocol/units.ts';
import { ownApplicationId } from './support/own-application.ts';
import { databaseKind } from './support/postgresql.ts';
import { sellerOf } from './support/seller-client.ts';
import { startTestService } from './support/service.ts';
import { addManyLicenses, addManyLines, addManyUsers, nameOf } from './jobs-parts.ts';

const seconds = 1_900_000_000;
const rows = 60;

async function open(noted: RootOperationNode[] = []) {
  let whole: Database | undefined;
  const service = await startTestService({
    now: () => seconds * 1000,
    wrapDatabase(db) {
      whole = db;
      return db.withPlugin({
        transformQuery({ node }) {
          noted.push(node);
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      });
    },
  });
  onTestFinished(() => service.close());
  await service.removeNeighbour();
  const db = service.database;
  await addManyUsers(db, rows, seconds);
  await addManyLicenses(db, rows, seconds);
  for (const table of ['logs', 'auditLogs'] as const)
    await addManyLines(db, table, rows, seconds * 1000);
  for (let index = 0; index < rows; index += 1)
    await db
      .insertInto('sessions')
      .values({
        ...{ idHash: `hash-${nameOf(index)}`, applicationId: ownApplicationId, userId: null },
        ...{ expiresAt: seconds + 10 + (index % 7), version: null },
      })
      .execute();
  await addRest(db);
  if (whole === undefined) throw new Error('The service opened no database');
  return { whole, db, ask: sellerOf(service) };
}

/** Rows with only seven creation times; some differ only in their kind. */
async function addRest(db: Database) {
  const applicationId = ownApplicationId;
  const numbers = Array.from({ length: rows }, (_, index) => index);
  const since = (index: number) => ({ applicationId, createdAt: seconds + (index % 7) });
  const unsent = { ofStrangers: 0, body: '{}', status: 'delivered', attempts: 1 } as const;
  const sent = { nextAt: seconds, claimedUntil: null, lastStatus: 200, lastError: null };
  for (const index of numbers) {
    const name = nameOf(index);
    const token = { token: `token-${name}`, sealed: null, kind: 'user', assigned: '' } as const;
    await db
      .insertInto('tokens')
      .values({ ...since(index), ...token, bannedReason: null, hash: null })
      .execute();
    const listed = { kind: index % 2 === 0 ? 'ip' : 'hwid', userId: null } as const;
    await db
      .insertInto('blacklist')
      .values({ ...since(index), ...listed, data: `a device ${Math.floor(index / 2)}` })
      .execute();
    await db
      .insertInto('whitelist')
      .values({ ...since(index), ip: `192.0.2.${index}` })
      .execute();
    await db
      .insertInto('deliveries')
      .values({
        ...{ ...since(index), id: `delivery-${name}`, webid: index % 3 === 0 ? 'other' : 'hook' },
        ...{ url: 'https://a.example/', event: 'login', ...unsent, ...sent },
      })
      .execute();
    const variable = { userId: `id-${nameOf(index % 20)}`, value: name, readOnly: 0 } as const;
    await db
      .insertInto('userVariables')
      .values({ ...variable, ...withFold('name', `variable-${name}`) })
      .execute();
  }
}

const lists = [
  ['fetchallusers', 'users'],
  ['fetchallusernames', 'usernames'],
  ['fetchallkeys', 'keys'],
  ['fetchallsessions', 'sessions'],
  ['fetchalllogs', 'logs'],
  ['fetchauditlog', 'auditlog'],
  ['fetchalltokens', 'tokens'],
  ['fetchallblacks', 'blacklists'],
  ['fetchallwhites', 'whitelists'],
  ['fetchdeliveries', 'deliveries'],
  ['fetchalluservars', 'vars'],
] as const;

/** Lists that are read through `reader`, where a scan delays no other request. */
const apart: readonly string[] = ['fetchalluservars'];

test('the pages of each list together contain every row once, in order', async () => {
  const { ask } = await open();
  for (const [type, field] of lists) {
    const all = (await ask(type)).body[field];
    expect(all).toHaveLength(rows);
    for (const limit of [7, 20]) {
      const parts: unknown[] = [];
      for (let offset = 0, more = true; more; offset += limit) {
        const { body } = await ask(type, { offset: String(offset), limit: String(limit) });
        parts.push(...(body[field] as unknown[])); // as above
        more = body['more'] === true;
      }
      expect(parts).toEqual(all);
    }
    expect((await ask(type, { offset: String(rows) })).body[field]).toEqual([]);
  }
});

test('pages of deliveries contain the deliveries of one webhook, and no others', async () => {
  const { ask } = await open();
  const webid = 'hook';
  const all = (await ask('fetchdeliveries', { webid })).body['deliveries'] as { id: string }[]; // as its schema says
  expect(all).toHaveLength((rows * 2) / 3);
  const parts: unknown[] = [];
  for (let offset = 0; offset < rows; offset += 9) {
    const page = { webid, offset: String(offset), limit: '9' };
    parts.push(...((await ask('fetchdeliveries', page)).body['deliveries'] as unknown[])); // as above
  }
  expect(parts).toEqual(all);
  const times = all.map(({ id }) => Number(id.slice(-5)) % 7);
  expect(times).toEqual(times.toSorted((one, other) => other - one));
});

test('rows that differ only in kind are listed once each, oldest first', async () => {
  const { ask } = await open();
  const { blacklists } = (await ask('fetchallblacks')).body as {
    blacklists: { type: string; data: string }[];
  }; // as its schema says
  const told = blacklists.map(({ type, data }) => `${type} ${data}`);
  expect(new Set(told).size).toBe(rows);
  const since = (one: string) =>
    (Number(one.split(' ').at(-1)) * 2 + (one.startsWith('ip') ? 0 : 1)) % 7;
  expect(told.map(since)).toEqual(told.map(since).toSorted((a, b) => a - b));
});

test('a page that is read in several slices contains every row in order', async () => {
  const { ask, db } = await open();
  const many = rowsPerSlice * 2 + 7;
  await addManyLicenses(db, many, seconds + 5, 'SLICE');
  const { keys } = (await ask('fetchallkeys')).body as { keys: { key: string }[] }; // as its schema says
  const all = await db
    .selectFrom('licenses')
    .select('key')
    .where('applicationId', '=', ownApplicationId)
    .orderBy('createdAt', 'desc')
    .orderBy('key')
    .execute();
  expect(all).toHaveLength(rows + many);
  expect(keys.map(({ key }) => key)).toEqual(all.map(({ key }) => key));
});

function linesOf(db: Database): LongList<{ readonly message: string }> {
  const cursors: LongList<object>['cursors'] = ({ after, cursor: { first, second } }) =>
    lines(db)
      .select(['writtenAtMs as first', 'id as second'])
      .$if(after === 'ties', (query) =>
        query.where('writtenAtMs', '=', unixMs(Number(first))).where('id', '>', second),
      )
      .$if(after === 'first', (query) => query.where('writtenAtMs', '<', unixMs(Number(first))));
  const all: LongList<{ message: string }>['rows'] = ({ after, cursor: { first, second } }) =>
    lines(db)
      .select(['writtenAtMs as first', 'id as second', 'message'])
      .$if(after === 'ties', (query) =>
        query.where('writtenAtMs', '=', unixMs(Number(first))).where('id', '>', second),
      )
      .$if(after === 'first', (query) => query.where('writtenAtMs', '<', unixMs(Number(first))));
  return { name: 'lines', hasTies: true, cursors, rows: all };
}

function lines(db: Database) {
  return db.selectFrom('logs').orderBy('writtenAtMs', 'desc').orderBy('id');
}

test('pages found by cursors contain the right rows, in any order of reading', async () => {
  const { db } = await open();
  const at = { pages: new PageCursors(5), application: { id: ownApplicationId } };
  const list = linesOf(db);
  const all = (await lines(db).select('message').execute()).map(({ message }) => message);
  const part = async (offset: number, limit: number) =>
    (await readLongPage(at, list, { offset, limit })).rows.map(({ message }) => message);
  for (const [offset, limit] of [
    ...[0, 9, 18, 27, 36, 45, 54].map((from) => [from, 9] as const),
    ...[[33, 5] as const, [7, 50] as const, [59, 5] as const, [60, 5] as const, [500, 1] as const],
  ])
    expect(await part(offset, limit)).toEqual(all.slice(offset, offset + limit));
});

test('a page follows the previous one, even if earlier rows were deleted meanwhile', async () => {
  const { db } = await open();
  const at = { pages: new PageCursors(5), application: { id: ownApplicationId } };
  const list = linesOf(db);
  const all = (await lines(db).select('message').execute()).map(({ message }) => message);
  await readLongPage(at, list, { offset: 0, limit: 20 });
  await db.deleteFrom('logs').where('message', 'in', all.slice(0, 10)).execute();
  const { rows: next } = await readLongPage(at, list, { offset: 20, limit: 20 });
  expect(next.map(({ message }) => message)).toEqual(all.slice(20, 40));
  // Without a cursor before the page, rows are counted.
  const exact = async (pages: PageCursors, offset: number) =>
    (await readLongPage({ ...at, pages }, list, { offset, limit: 2 })).rows.map(
      ({ message }) => message,
    );
  expect(await exact(at.pages, 4)).toEqual(all.slice(14, 16));
  expect(await exact(new PageCursors(5), 20)).toEqual(all.slice(30, 32));
});

test.runIf(databaseKind === 'sqlite')('every page uses an index', async () => {
  const noted: RootOperationNode[] = [];
  const { whole, ask } = await open(noted);
  for (const [type] of lists.filter(([name]) => !apart.includes(name))) {
    await ask(type, { offset: '20', limit: '5' });
    noted.length = 0;
    await ask(type, { offset: '30', limit: '5' });
    const plans: string[] = [];
    for (const node of noted) {
      const { sql, parameters } = whole.getExecutor().compileQuery(node, { queryId: type });
      const { rows: steps } = await whole.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
      );
      plans.push(...steps.map(({ detail }) => `${type}: ${detail}`));
    }
    // `json_each` reads the ids of a page.
    const isSlow = /: SCAN (?!json_each)|TEMP B-TREE FOR (?!RIGHT|LAST)/;
    expect(plans.filter((plan) => isSlow.test(plan))).toEqual(
      // The rows that the users of a page own are sorted for that page.
      type === 'fetchallusers' ? [expect.anything(), expect.anything()] : [],
    );
    // Skipped rows are read in the index only.
    expect(plans.filter((plan) => plan.includes('COVERING INDEX')).length).toBeGreaterThan(0);
  }
});
