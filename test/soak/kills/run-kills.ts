// Rounds of kills from one number to another, a line of JSON for each. Arguments: seed, first round, last round.
import '../../../src/main/core/jitless.ts';
import { drawsOf, openKillBench } from '../../delivery/kill-rounds.ts';

const [seed = 0, first = 1, last = 1] = process.argv.slice(2).map(Number);
const bench = await openKillBench();
for (let round = first; round <= last; round += 1)
  process.stdout.write(
    `${JSON.stringify({ round, wrong: await bench.round(drawsOf(seed + round)) })}\n`,
  );
await bench.close();
process.exit(0);
