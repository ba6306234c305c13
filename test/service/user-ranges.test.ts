// Changes to all users go part by part, and finding a part reads its own users only: by an index, without sorting anybody else's.
import { CompiledQuery, type RootOperationNode } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { userRanges } from '../../src/service/users/user-ranges.ts';
import { ownApplicationId } from '../support/own-application.ts';
import { databaseKind } from '../support/postgresql.ts';
import { startTestService } from '../support/service.ts';

test.runIf(databaseKind === 'sqlite')('each part of all users follows an index', async () => {
  const service = await startTestService();
  onTestFinished(() => service.close());
  for (let count = 0; count < 5; count += 1) await service.addUser();
  const db = service.database;
  const asked: RootOperationNode[] = [];
  const noting = db.withPlugin({
    transformQuery({ node }) {
      asked.push(node);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  let parts = 0;
  for await (const _part of userRanges(noting, ownApplicationId, 2)) parts += 1;
  expect(parts).toBe(3);
  expect(asked.length).toBeGreaterThanOrEqual(4);
  for (const node of asked) {
    const { sql, parameters } = db.getExecutor().compileQuery(node, { queryId: 'x' });
    const { rows } = await db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
    );
    expect(rows.map(({ detail }) => detail)).toEqual([
      'SEARCH users USING COVERING INDEX users_in_parts (application_id=? AND id>?)',
    ]);
  }
});
