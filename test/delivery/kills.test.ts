// An installing process that is killed at 60 of the moments at which it touches the disk; `npm run soak -- kills` has a thousand.
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { drawsOf, openKillBench } from './kill-rounds.ts';

const rounds = 60;

test(`the old or the new version can be started after each of ${rounds} kills, and almost nothing is fetched again`, async () => {
  const seed = Number(process.env['KILL_SEED'] ?? randomInt(2 ** 31));
  const bench = await openKillBench();
  try {
    for (let round = 1; round <= rounds; round += 1)
      expect([`KILL_SEED=${seed}`, round, await bench.round(drawsOf(seed + round))]).toEqual([
        `KILL_SEED=${seed}`,
        round,
        null,
      ]);
    expect(bench.killed()).toBe(rounds);
  } finally {
    await bench.close();
  }
}, 300_000);
