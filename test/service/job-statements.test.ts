// What the parts of long changes ask of the database: each of their statements follows an index, and is the same one however many
// rows a part has.
import { CompiledQuery, type RootOperationNode } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../src/service/database/schema.ts';
import { ownApplicationId } from '../support/own-application.ts';
import { databaseKind } from '../support/postgresql.ts';
import { sellerOf } from '../support/seller-client.ts';
import { startTestService } from '../support/service.ts';
import { addManyLicenses, addManyLines, addManyUsers } from './jobs-parts.ts';

const seconds = 1_900_000_000;
const long: readonly (readonly [string, Record<string, string>])[] = [
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

/** Each of the long changes, done to an application of a few users. */
async function statements(look: (db: Database, asked: readonly Asked[]) => Promise<void>) {
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
  await addManyLines(db, 'logs', 5, seconds * 1000);
  await db
    .insertInto('channels')
    .values({
      ...{ applicationId: ownApplicationId, name: 'main', nameFold: 'main', delaySeconds: 0 },
    })
    .execute();
  for (const [type, parameters] of long) {
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

test('a part names its rows in one parameter, however many they are', async () => {
  await statements((_db, asked) => {
    const lists = asked.filter(({ values }) => values.length > 20).map(({ sql }) => sql);
    expect(lists).toEqual([]);
    return Promise.resolve();
  });
});

test.runIf(databaseKind === 'sqlite')('every statement of a part follows an index', async () => {
  await statements(async (db, asked) => {
    const plans: string[] = [];
    for (const { type, sql, values } of asked) {
      const { rows } = await db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${sql}`, [...values]),
      );
      plans.push(...rows.map(({ detail }) => `${type}: ${detail}`));
    }
    // A scan reads everybody's rows; so does what is found by the plan or the application alone where users are named.
    const everybodys =
      /: SCAN (?!CONSTANT)(?!.*(sqlite_|subquery|plans|json_each))|TEMP B-TREE|subscriptions USING .*subscriptions_plan |(users|licenses|subscriptions|devices|user_variables|grants) USING [^(]*\((application_id|plan_id)=\?\)/;
    // What goes with the plan at the end looks for what is left of it.
    const gone = /^delappsub: SEARCH (grants|subscriptions) USING COVERING INDEX/;
    expect(plans.filter((plan) => everybodys.test(plan) && !gone.test(plan))).toEqual([]);
  });
});
