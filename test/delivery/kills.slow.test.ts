// An installing process that is killed at 20 of the moments at which it touches the disk; `npm run soak -- kills` has a thousand.
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
    // How often the disk is touched differs a little: one that was to be killed at its very end may have ended by itself.
    expect(bench.killed()).toBeGreaterThan(rounds * 0.75);
  } finally {
    await bench.close();
  }
}, 300_000);
