// A tenth of what `npm run soak -- size` tries: what a seller does to a hundred thousand users, on this database, while others check
// and redeem. Bounds of time are those of a very busy machine: before, `delallusers` kept everybody waiting for 10.6 s, and a
// last page took seconds.
import { expect, test } from 'vitest';
import { measured } from '../soak/size/part.js';
import { databaseKind } from '../support/postgresql.ts';
import { folder } from '../support/service-command.ts';

const users = 100_000;
const most = { growth: 16, gapMs: 5000, page: 2, pageMs: 250 };

test('nobody waits for what is done to a hundred thousand users, and it takes no more for each than for ten thousand', async () => {
  const few = await measured(folder(), databaseKind, users / 10, () => {});
  const all = await measured(folder(), databaseKind, users, () => {});
  for (const [type, { gap, failed }] of all.changes) {
    expect(failed, type).toBe(0);
    expect(gap, type).toBeLessThan(most.gapMs);
  }
  for (const [list, [first, last]] of all.pages)
    expect(last, list).toBeLessThan(most.page * first + most.pageMs);
  // Of the processor time of service and database: what others do on the machine does not count.
  const [before, after] = [few, all].map(({ changes }) =>
    [...changes.values()].reduce((sum, { busy }) => sum + busy, 0),
  );
  expect(after).toBeLessThan(most.growth * (before ?? Number.NaN));
}, 480_000);
