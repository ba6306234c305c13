// A service that is killed during an import: every user is complete, and the repeated import creates
// the rest.
import { expect, test } from 'vitest';
import { openDatabase } from '../src/database/open.ts';
import { day, postRows, type State } from './imports-parts.ts';
import { environmentOf } from './support/postgresql.ts';
import { temporaryFolder } from './support/service-command.ts';
import { startProcess } from './support/service-process.ts';

const requests = 12;
const perRequest = 180;

/** Each user has a subscription and two computers. */
function requestOf(request: number): string {
  const users = Array.from({ length: perRequest }, (_, index) => ({
    username: `imported-${request}-${index}`,
    hwids: ['first', 'second'].map((name) => `${name}-of-${request}-${index}-0123456789`),
    subscriptions: [{ subscription: 'Pro', seconds: 30 * day }],
  }));
  return JSON.stringify(users);
}

test('kill -9 of the service leaves only complete users, and a repeated import creates the others', async () => {
  const data = temporaryFolder();
  const environment = await environmentOf(data);
  // Only the first start prints it.
  let sellerkey = '';
  for (const killedAt of [1, 6, null]) {
    const { line, child, exited } = await startProcess(data, environment);
    const db = await openDatabase({
      dataFolder: data,
      databaseUrl: environment.DATABASE_URL,
      onIdleFault: () => null,
    });
    const imported = () =>
      db.selectFrom('users').select('id').where('username', 'like', 'imported-%').execute();
    sellerkey ||= line.app?.sellerkey ?? '';
    const app = { sellerkey };
    const states: State[] = [];
    const importAll = async () => {
      for (let request = 0; request < requests; request += 1) {
        const parameters = { kind: 'users', rows: requestOf(request) };
        const { answer } = await postRows({ url: line.url, app }, parameters);
        states.push(...(answer['rows'] as State[])); // checked in postRows
      }
    };
    const importing = importAll();
    importing.catch(() => undefined);
    if (killedAt !== null) {
      await expect
        .poll(async () => (await imported()).length, { interval: 1, timeout: 30_000 })
        .toBeGreaterThan(killedAt * perRequest);
      child.kill('SIGKILL');
      await expect(importing).rejects.toThrow();
      await exited;
    } else await importing;
    const ids = (await imported()).map(({ id }) => id);
    for (const [table, each] of [
      ['subscriptions', 1],
      ['grants', 1],
      ['devices', 2],
    ] as const) {
      const rows = await db.selectFrom(table).select('userId').execute();
      expect(rows.filter(({ userId }) => ids.includes(userId))).toHaveLength(each * ids.length);
    }
    if (killedAt === null) {
      expect(ids).toHaveLength(requests * perRequest);
      expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['equal', 'created']));
    } else expect(ids.length).toBeLessThan(requests * perRequest);
    await db.destroy();
  }
}, 120_000);
