// The first start on unsealed data with many users: progress, interruption, and few parameters.
import type { KyselyPlugin, RootOperationNode } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../src/database/schema.ts';
import { runService } from '../src/host/run.ts';
import { sealPlainRows } from '../src/host/sealing.ts';
import { isSealed, openAt, sealAt, tokenLookupKey } from '../src/secrets/at-rest.ts';
import { keyedHash } from '../src/features/users/emails.ts';
import { databaseKind, environmentOf } from './support/postgresql.ts';
import type { TestService } from './support/service.ts';
import { open, sha256 } from './at-rest-filled.ts';

/** Enough users for more than two parts, the last of which is not full. */
const many = 2345;
const mailKey = Buffer.alloc(32, 1);
/** Characters that could change on the way into the database. */
const odd = `a ' " \\ {,} $1 ? \u0001 é 👍 null`;

interface Filled {
  readonly applicationId: string;
  /** Users that were stored unsealed: all but one. */
  readonly ids: readonly string[];
}

async function fillOpen(service: TestService, db: Database): Promise<Filled> {
  const { username } = await service.addUser({ username: 'anna' });
  const { id, ...anna } = await db
    .selectFrom('users')
    .selectAll()
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  const { applicationId } = anna;
  const ids = Array.from({ length: many }, (_, at) => `${id}-${at}`);
  for (let from = 0; from < many; from += 100) {
    const part = ids.slice(from, from + 100);
    const users = part.map((own) => {
      const name = { username: own, usernameFold: own, skeleton: own };
      return { ...anna, ...name, id: own, emailHash: sha256(own), totpSecret: `${odd} ${own}` };
    });
    await db.insertInto('users').values(users).execute();
    const tokens = part.map((own) => {
      const token = { token: `${odd} ${own}`, sealed: null };
      return { ...token, applicationId, kind: 'user' as const, assigned: '', createdAt: 1 };
    });
    await db.insertInto('tokens').values(tokens).execute();
  }
  await db.deleteFrom('facts').where('name', '=', 'sealed').execute();
  return { applicationId, ids };
}

async function counts(db: Database) {
  const users = await db
    .selectFrom('users')
    .select('totpSecret')
    .where('totpSecret', 'is not', null)
    .execute();
  const tokens = await db.selectFrom('tokens').select('sealed').execute();
  return {
    users: users.filter(({ totpSecret }) => isSealed(totpSecret ?? '')).length,
    tokens: tokens.filter(({ sealed }) => sealed !== null).length,
  };
}

const isSqlite = databaseKind === 'sqlite';

test('seals a thousand rows with few parameters, preserves every text, and skips sealed rows', async () => {
  const { start, database } = await open({ alone: true });
  const service = await start();
  const filled = await fillOpen(service, database());
  const { secret } = service;
  const apart = { ...filled, bystander: `${filled.ids[0]}` };
  const kept = sealAt(secret, 'one-time codes', [apart.bystander], 'was sealed before');
  await database()
    .updateTable('users')
    .set({ totpSecret: kept, emailHash: keyedHash(mailKey, 'of before') })
    .where('id', '=', apart.bystander)
    .execute();
  let most = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (node.kind === 'RawNode') most = Math.max(most, parametersOf(node));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  await sealPlainRows(database().withPlugin(counting), { secret, mailKey }, isSqlite);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(4);
  const rows = await database()
    .selectFrom('users')
    .select(['id', 'totpSecret', 'emailHash'])
    .where('totpSecret', 'is not', null)
    .execute();
  expect(rows).toHaveLength(many);
  for (const { id, totpSecret, emailHash } of rows) {
    const isBystander = id === apart.bystander;
    expect(openAt(secret, 'one-time codes', [id], totpSecret ?? '')).toBe(
      isBystander ? 'was sealed before' : `${odd} ${id}`,
    );
    expect(emailHash).toBe(keyedHash(mailKey, isBystander ? 'of before' : sha256(id)));
  }
  expect(rows.find(({ id }) => id === apart.bystander)?.totpSecret).toBe(kept);
  const tokens = await database().selectFrom('tokens').select(['token', 'sealed']).execute();
  const opened = tokens.map(({ token, sealed }) => {
    const text = openAt(secret, 'tokens', [filled.applicationId], sealed ?? '');
    expect(token).toBe(tokenLookupKey(secret, filled.applicationId, text));
    return text;
  });
  expect(opened.sort()).toEqual(filled.ids.map((id) => `${odd} ${id}`).sort());
});

test('a start that is stopped while sealing ends between two parts, and the next start continues', async () => {
  const { data, start, database } = await open({ alone: true });
  const service = await start();
  await fillOpen(service, database());
  const stop = new AbortController();
  stop.abort();
  const lines: string[] = [];
  const log = { write: (text: string) => lines.push(text) };
  const environment = await environmentOf(data);
  expect(
    await runService(
      ['--data', data, '--port', '0'],
      environment,
      { stdout: log, stderr: log },
      stop.signal,
    ),
  ).toBe(0);
  expect(lines.filter((line) => line.includes('listens'))).toEqual([]);
  expect(await counts(database())).toEqual({ users: 1000, tokens: 0 });
  const next = await start();
  expect(await counts(database())).toEqual({ users: many, tokens: many });
  expect(linesOf(next)).toEqual([
    ['Encrypting values that an earlier version stored in plain text', 1000],
    ['Encrypted all values that an earlier version stored in plain text', 3 * many - 1000],
  ]);
  const again = await start();
  expect(linesOf(again)).toEqual([]);
});

function linesOf(service: TestService) {
  return service
    .logText()
    .split('\n')
    .filter((line) => /plain text/.test(line))
    .map((line) => JSON.parse(line) as { msg: string; rows: number }) // a line of the log
    .map(({ msg, rows }) => [msg, rows] as const);
}

function parametersOf(node: RootOperationNode): number {
  let count = 0;
  JSON.stringify(node, (_, value: unknown) => {
    const isNode = typeof value === 'object' && value !== null && 'kind' in value;
    // Other values of that kind are part of the statement's text.
    if (isNode && value.kind === 'ValueNode' && !('immediate' in value)) count += 1;
    return value;
  });
  return count;
}
