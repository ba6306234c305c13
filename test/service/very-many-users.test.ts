// What a seller does to very many users, on this database, while others check and redeem; `npm run soak -- size` tries a million. Bounds
// of time are those of a very busy machine: before, `delallusers` kept everybody waiting for as long as it took, and a last page
// took seconds.
import { expect, test } from 'vitest';
import { measured } from '../soak/size/part.js';
import { databaseKind } from '../support/postgresql.ts';
import { folder } from '../support/service-command.ts';

const users = 30_000;
const rounds = 20;
const most = { growth: 12, usualMs: 100, gapMs: 5000, page: 2, pageMs: 250 };

test('nobody waits for what is done to thirty thousand users, and it takes no more for each than for three thousand', async () => {
  // Of few users nobody's waiting is looked at: the fewer ask beside the work, the better what it takes is known.
  const few = await measured(folder(), databaseKind, users / 10, () => {}, rounds / 4);
  const all = await measured(folder(), databaseKind, users, () => {}, rounds);
  for (const [type, { usual, gap, failed }] of all.changes) {
    expect(failed, type).toBe(0);
    // Half of all checks: of a change in one go nearly all of them would wait for its end.
    expect(usual, type).toBeLessThan(most.usualMs);
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
