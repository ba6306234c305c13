// Statements of long jobs and of a device check use an index and do not grow with the rows.
import { CompiledQuery, sql, type RootOperationNode } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../src/database/schema.ts';
import { firstDeviceQuery } from '../src/features/devices/devices.ts';
import { ownApplicationId } from './support/own-application.ts';
import { databaseKind } from './support/postgresql.ts';
import { sellerOf } from './support/seller-client.ts';
import { startTestService } from './support/service.ts';
import { addManyLicenses, addManyLines, addManySessions, addManyUsers } from './jobs-parts.ts';

const seconds = 1_900_000_000;
const long: readonly (readonly [string, Record<string, string>])[] = [
  ['killall', {}],
  ['delexpusers', {}],
  ['extend', { user: 'all', sub: 'Pro', expiry: '3' }],
  ['extend', { user: 'all', sub: 'Pro', expiry: '3', activeOnly: '1' }],
  ['setvar', { user: 'all', var: 'one', data: 'x' }],
  ['massUserVarDelete', { name: 'one' }],
  ['pausesub', { subscription: 'Pro' }],
  ['unpausesub', { subscription: 'Pro' }],
  ['resetalluser', {}],
  ['addtime', { time: '1' }],
  ['pauseapp', {}],
  ['unpauseapp', {}],
  ['delunused', {}],
  ['clearchannel', { name: 'main' }],
  ['delchannel', { name: 'main' }],
  ['dellogs', {}],
  ['delappsub', { name: 'Pro' }],
  ['delallusers', {}],
  ['delauditlog', {}],
];

interface Asked {
  readonly type: string;
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Runs each long change on a small application with `lines` log lines and sessions. */
async function statements(
  look: (db: Database, asked: readonly Asked[]) => Promise<void>,
  { changes = long, lines = 5 } = {},
) {
  const noted: RootOperationNode[] = [];
  let whole: Database | undefined;
  const service = await startTestService({
    now: () => seconds * 1000,
    wrapDatabase(given) {
      whole = given;
      return given.withPlugin({
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
  if (whole === undefined) throw new Error('The service opened no database');
  const [db, ask] = [service.database, sellerOf(service)];
  await addManyUsers(db, 30, seconds);
  await addManyLicenses(db, 30, seconds);
  await addManyLines(db, 'logs', lines, seconds * 1000);
  await addManySessions(db, lines, seconds + 3600);
  await db
    .insertInto('channels')
    .values({
      applicationId: ownApplicationId,
      name: 'main',
      nameFold: 'main',
      delaySeconds: 0,
    })
    .execute();
  if (databaseKind === 'postgresql') await sql`analyze`.execute(db);
  for (const [type, parameters] of changes) {
    noted.length = 0;
    expect(await ask(type, parameters)).toMatchObject({ success: true });
    const executor = whole.getExecutor();
    const compiled = noted.map((node) => executor.compileQuery(node, { queryId: type }));
    expect(compiled.length).toBeGreaterThan(3);
    await look(
      whole,
      compiled.map(({ sql, parameters: values }) => ({ type, sql, values })),
    );
  }
}

test('a part of a bulk change passes any number of rows in one parameter', async () => {
  await statements((_db, asked) => {
    const lists = asked.filter(({ values }) => values.length > 20).map(({ sql }) => sql);
    expect(lists).toEqual([]);
    return Promise.resolve();
  });
});

test.runIf(databaseKind === 'sqlite')('every statement of a part uses an index', async () => {
  await statements(async (db, asked) => {
    const plans: string[] = [];
    for (const { type, sql, values } of asked) {
      const { rows } = await db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${sql}`, [...values]),
      );
      plans.push(...rows.map(({ detail }) => `${type}: ${detail}`));
    }
    // A scan reads the rows of all users, and so does a search by plan or application alone.
    const everybodys =
      /: SCAN (?!CONSTANT)(?!.*(sqlite_|subquery|plans|json_each))|TEMP B-TREE|subscriptions USING .*subscriptions_plan |(users|licenses|subscriptions|devices|user_variables|grants) USING [^(]*\((application_id|plan_id)=\?\)/;
    // Deleting a plan searches for remaining references to it.
    const gone = /^delappsub: SEARCH (grants|subscriptions) USING COVERING INDEX/;
    expect(plans.filter((plan) => everybodys.test(plan) && !gone.test(plan))).toEqual([]);
  });
});

test.runIf(databaseKind === 'sqlite')(
  'a check reads the first device from an index, without sorting',
  async () => {
    const service = await startTestService();
    onTestFinished(() => service.close());
    const query = firstDeviceQuery(service.database, sql.lit('a user')).compile();
    const { rows } = await service.database.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]),
    );
    expect(rows.map(({ detail }) => detail)).toEqual([
      'SEARCH devices USING COVERING INDEX devices_in_order (user_id=?)',
    ]);
  },
);

// PostgreSQL scans small tables anyway, so this test needs a part of many rows.
test.runIf(databaseKind === 'postgresql')(
  'deletions in parts use an index on PostgreSQL, too',
  async () => {
    const removed = long.filter(([type]) => type === 'dellogs' || type === 'killall');
    const plans: string[] = [];
    await statements(
      async (db, asked) => {
        for (const { sql: text, values } of asked.filter(({ sql: one }) => /^delete/.test(one))) {
          const { rows } = await db.executeQuery<Record<string, string>>(
            CompiledQuery.raw(`explain ${text}`, [...values]),
          );
          plans.push(rows.map((row) => Object.values(row).join()).join('\n'));
        }
      },
      { changes: removed, lines: 4000 },
    );
    const ofMany = plans.filter((plan) => /Delete on (logs|sessions)/.test(plan));
    expect(ofMany.length).toBeGreaterThan(3);
    expect(ofMany.filter((plan) => /Seq Scan on (logs|sessions)/.test(plan))).toEqual([]);
  },
);
