// Kills an installing process at 20 of its disk calls; `npm run soak -- kills` does so a thousand
// times.
import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { drawsOf, openKillBench } from './kill-rounds.ts';

const rounds = 20;

test(`the old or the new version can be started after each of ${rounds} kills, with few repeated downloads`, async () => {
  const seed = Number(process.env['KILL_SEED'] ?? randomInt(2 ** 31));
  const bench = await openKillBench();
  try {
    for (let round = 1; round <= rounds; round += 1)
      expect([`KILL_SEED=${seed}`, round, await bench.round(drawsOf(seed + round))]).toEqual([
        `KILL_SEED=${seed}`,
        round,
        null,
      ]);
    // The number of disk calls varies a little, so a process can end before its kill.
    expect(bench.killed()).toBeGreaterThan(rounds * 0.75);
  } finally {
    await bench.close();
  }
}, 300_000);
