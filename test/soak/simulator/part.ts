// An hour of simulations of the whole product, after the faults that the simulator must find. The
// seeds are drawn from the commit, so that each commit tries others and anyone can repeat them.
import { execFileSync } from 'node:child_process';
import { mutantNames } from '../../simulator/mutants.ts';
import { startSimulator } from '../../simulator/start-simulator.ts';
import type { Part } from '../run-soak.js';

const seedsAtOnce = 20;
const mutantSeconds = '60';

function firstSeed(): number {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  return Number.parseInt(commit.slice(0, 7), 16) * 1000;
}

export const simulator: Part = {
  title: 'The whole product simulated: every promise holds, and planted faults are found',
  async run({ isTimeUp, say }) {
    const bad: string[] = [];
    for (const mutant of mutantNames) {
      const found = await startSimulator([
        ...['1', '--count', '1000', '--seconds', mutantSeconds],
        ...['--shrink-seconds', '0', '--mutant', mutant],
      ]);
      say(`${found.hasBroken ? 'found' : 'NOT FOUND'} in ${found.seconds} s: ${mutant}`);
      if (!found.hasBroken) bad.push(`the simulator does not find the mutant "${mutant}"`);
    }
    let [seed, hours, crashes, tried] = [firstSeed(), 0, 0, 0];
    while (!isTimeUp()) {
      const run = await startSimulator([String(seed), '--count', String(seedsAtOnce)]);
      if (run.hasBroken) bad.push(run.output);
      seed += seedsAtOnce;
      hours += run.hours;
      crashes += run.crashes;
      tried += run.seeds;
      say(`${hours.toFixed(0)} simulated hours, ${crashes} crashes`);
    }
    tried += mutantNames.length;
    return { tried, well: tried - bad.length, bad, notes: [], isWhole: true };
  },
};
