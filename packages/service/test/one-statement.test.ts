// The frequent requests of running programs need one statement, which SQLite plans only once.
import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../src/database/schema.ts';
import { databaseKind } from './support/postgresql.ts';
import { openWire } from './support/service-client.ts';
import { addPlan } from './support/own-application.ts';

async function openCounted() {
  const count = { statements: 0 };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      count.statements += 1;
      return Promise.resolve(result);
    },
  };
  const wrapDatabase = (database: Database) => database.withPlugin(plugin);
  return { count, wire: await openWire({ wrapDatabase }) };
}

test("var and check need one statement each for any number of the user's rows", async () => {
  const { count, wire } = await openCounted();
  const { service, send, signIn } = wire;
  const user = await service.addUser({ subscription: { days: 3 } });
  await service.addUser({ username: 'bystander', subscription: { days: 400 } });
  await service.addVariable('note', 'hello', true);
  const sessionid = await signIn(user);
  // Background work can only add statements, so the fewest of three requests are the request's own.
  const asked = async (parameters: Record<string, string>) => {
    const answers = [];
    for (let sent = 0; sent < 3; sent += 1) {
      count.statements = 0;
      const { body } = await send({ ...parameters, sessionid });
      answers.push({ body, statements: count.statements });
    }
    const statements = Math.min(...answers.map((answer) => answer.statements));
    return { body: answers[0]?.body ?? {}, statements };
  };
  const variable = await asked({ type: 'var', varid: 'note' });
  expect(variable).toMatchObject({ body: { message: 'hello' }, statements: 1 });
  const first = await asked({ type: 'check' });
  expect(first).toMatchObject({ body: { success: true }, statements: 1 });
  expect(namesOf(first.body)).toEqual(['Pro']);
});

test('check lists all subscriptions of its user, the latest end first', async () => {
  const { service, send, signIn } = await openWire();
  const user = await service.addUser({ subscription: { days: 3 } });
  await service.addUser({ username: 'bystander', subscription: { days: 400 } });
  const sessionid = await signIn(user);
  const { id } = await service.database
    .selectFrom('applications')
    .select('id')
    .executeTakeFirstOrThrow();
  await addPlan(service.database, id, 'Longer', '7', 1);
  const key = await service.addLicense({ days: 30, level: '7' });
  await send({ type: 'upgrade', sessionid, username: user.username, key });
  const { body } = await send({ type: 'check', sessionid });
  expect(namesOf(body)).toEqual(['Longer', 'Pro']);
  expect(body['info']).toMatchObject({ username: user.username, hwid: 'd'.repeat(64) });
});

function namesOf(body: Readonly<Record<string, unknown>>): unknown[] {
  const { subscriptions } = body['info'] as { subscriptions: { subscription: string }[] }; // checked against the schema
  return subscriptions.map(({ subscription }) => subscription);
}

test.runIf(databaseKind === 'sqlite')(
  'every placeholder has a collation, so that SQLite reuses its query plan',
  async () => {
    const { service } = await openWire();
    const { sql } = service.database
      .selectFrom('users')
      .innerJoin('sessions', 'sessions.userId', 'users.id')
      .select('users.username')
      .where('sessions.idHash', '=', 'x')
      .orderBy('users.username')
      .limit(1)
      .compile();
    expect(sql.match(/\?/g)).toHaveLength(2);
    expect(sql.match(/\? collate binary/g)).toHaveLength(2);
  },
);
