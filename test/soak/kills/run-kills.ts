// Runs kill rounds and prints a line of JSON for each. Arguments: seed, first round, last round.
import '../../../src/main/core/zod-config.ts';
import { drawsOf, openKillBench } from '../../delivery/kill-rounds.ts';

const [seed = 0, first = 1, last = 1] = process.argv.slice(2).map(Number);
const bench = await openKillBench();
for (let round = first; round <= last; round += 1) {
  const before = bench.killed();
  const wrong = await bench.round(drawsOf(seed + round));
  const isKilled = bench.killed() > before;
  process.stdout.write(`${JSON.stringify({ round, wrong, isKilled })}\n`);
}
await bench.close();
process.exit(0);
