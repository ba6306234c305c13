// An import that fails anywhere and is repeated has the same result as one that does not fail.
import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { lockEmails } from '../src/features/users/emails.ts';
import { fullKeys, fullUsers, open, postRows, start, type Kind } from './imports-parts.ts';
import { databaseKind } from './support/postgresql.ts';

/** Fails at one write statement of a request. */
class Fault implements KyselyPlugin {
  /** Writes until the fault. */
  left = Infinity;
  transformQuery({ node }: Parameters<KyselyPlugin['transformQuery']>[0]) {
    if (node.kind !== 'InsertQueryNode' && node.kind !== 'UpdateQueryNode') return node;
    if (this.left === 0) throw new Error('The process ended here');
    this.left -= 1;
    return node;
  }
  transformResult({ result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    return Promise.resolve(result);
  }
}

const requests: readonly (readonly [Kind, readonly unknown[]])[] = [
  ['users', fullUsers(110)],
  ['keys', fullKeys(110)],
];

async function importAll({ states }: Awaited<ReturnType<typeof open>>) {
  return [
    await states(...(requests[0] ?? ['users', []])),
    await states(...(requests[1] ?? ['keys', []])),
  ];
}

test('an import that fails at any statement leaves only complete rows, and is completed later', async () => {
  const whole = await open();
  await importAll(whole);
  const expected = await whole.content();
  const fault = new Fault();
  const opened = await open([fault]);
  const seen = new Set<number>();
  for (const [kind, rows] of requests)
    for (let writes = 0; ; writes += 1) {
      fault.left = writes;
      const { answer } = await postRows(opened.service, { kind, rows: JSON.stringify(rows) });
      const isDone = fault.left > 0;
      fault.left = Infinity;
      const content = await opened.content();
      const count = (table: string, text: string) =>
        content.filter((line) => line.startsWith(`${table} `) && line.includes(text)).length;
      const users = count('users', '"username":"user');
      seen.add(users);
      // Each user has two subscriptions and two computers.
      for (const table of ['subscriptions', 'devices'])
        expect(count(table, '"userId":"user')).toBe(2 * users);
      if (answer['success'] === true && isDone) break;
    }
  expect(await opened.content()).toEqual(expected);
  // Some faults were between two batches.
  expect(seen.size).toBeGreaterThan(2);
});

test('two imports at once create each row once', async () => {
  const opened = await open();
  const results = await Promise.all([importAll(opened), importAll(opened)]);
  const whole = await open();
  await importAll(whole);
  expect(await opened.content()).toEqual(await whole.content());
  for (const [index, [, rows]] of requests.entries()) {
    const [one = [], other = []] = results.map((result) => result[index]);
    rows.forEach((_row, at) => expect([one[at], other[at]].sort()).toEqual(['created', 'equal']));
  }
});

// SQLite has one writer.
test.runIf(databaseKind === 'postgresql')(
  'an e-mail that another user takes at the same moment is refused',
  async () => {
    let lock = (): void => undefined;
    const watch: KyselyPlugin = {
      transformQuery({ node }) {
        if (node.kind === 'InsertQueryNode' && JSON.stringify(node.into).includes('"throttles"'))
          lock();
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const { service, states } = await open([watch]);
    const email = 'anna@example.com';
    expect(await states('users', [{ username: 'ben', email }])).toEqual(['created']);
    const { database } = service;
    const { emailHash, applicationId: id } = await database
      .selectFrom('users')
      .select(['emailHash', 'applicationId'])
      .where('username', '=', 'ben')
      .executeTakeFirstOrThrow();
    const setOf = (db: typeof database) => db.updateTable('users').where('username', '=', 'ben');
    await setOf(database).set({ emailHash: null }).execute();
    const importing = await database.transaction().execute(async (db) => {
      await lockEmails({ db, application: { id, sharedEmails: 'refuse' }, now: start }, [
        emailHash,
      ]);
      await setOf(db).set({ emailHash }).execute();
      const locking = new Promise<void>((resolve) => (lock = resolve));
      const found = states('users', [{ username: 'anna', email }]);
      await locking;
      return { found };
    });
    expect(await importing.found).toEqual(['email email-taken']);
  },
);
