// Two machines start with the same new data: one claims both key and secret, the other is refused.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readFact } from '../src/database/facts.ts';
import { openDatabase } from '../src/database/open.ts';
import type { Database } from '../src/database/schema.ts';
import { openIdentity } from '../src/host/identity.ts';
import { databaseKind, databaseOptionsOf } from './support/postgresql.ts';
import { temporaryFolder } from './support/service-command.ts';

/** How long to wait for a machine that may be blocked by an uncommitted row of the other. */
const blockedMs = 60;
/** Both claims are among the first statements. */
const statements = 10;

function signal() {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
}

/** A database that pauses after the statement with that number, until `letOn` is called. */
function standingStill(db: Database, behind: number) {
  const [reached, letOn] = [signal(), signal()];
  let count = 0;
  const watched = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      count += 1;
      if (count === behind) {
        reached.give();
        await letOn.given;
      }
      return result;
    },
  });
  return { watched, reached: reached.given, letOn: letOn.give };
}

test.runIf(databaseKind === 'postgresql')(
  'exactly one of two concurrent machines claims key and secret, wherever either pauses',
  { timeout: 60_000 },
  async () => {
    const data = temporaryFolder();
    const { databaseUrl } = await databaseOptionsOf(data, 'empty');
    const db = await openDatabase({ dataFolder: data, databaseUrl, onIdleFault: () => null });
    const begin = (own: Database, dataFolder: string) =>
      openIdentity(own, { dataFolder, databaseUrl, signingKeyFile: `${dataFolder}/key.pem` }).then(
        () => ({ dataFolder, problem: null }),
        (error: unknown) => ({ dataFolder, problem: String(error) }),
      );
    const alone = standingStill(db, statements);
    const end = begin(alone.watched, temporaryFolder());
    await alone.reached;
    expect(await readFact(db, 'service-secret')).not.toBeNull();
    alone.letOn();
    await end;
    await db.deleteFrom('facts').execute();
    for (let one = 1; one <= statements; one += 1)
      for (let two = 1; two <= statements; two += 1) {
        const [first, second] = [standingStill(db, one), standingStill(db, two)];
        const firstEnd = begin(first.watched, temporaryFolder());
        await Promise.race([first.reached, firstEnd]);
        const secondEnd = begin(second.watched, temporaryFolder());
        await Promise.race([second.reached, secondEnd, pause(blockedMs)]);
        first.letOn();
        await Promise.race([firstEnd, pause(blockedMs)]);
        second.letOn();
        const both = [await firstEnd, await secondEnd];
        const refused = both.filter(({ problem }) => problem !== null);
        expect(refused, `stopped behind ${one} and ${two}`).toHaveLength(1);
        expect(refused[0]?.problem).toMatch(/is not the one of this data|is missing/);
        const [won] = both.filter(({ problem }) => problem === null);
        expect(await begin(db, won?.dataFolder ?? '')).toMatchObject({ problem: null });
        await db.deleteFrom('facts').execute();
      }
    await db.destroy();
  },
);
