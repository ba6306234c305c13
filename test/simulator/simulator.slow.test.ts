// The whole product in simulations with fixed seeds, and the simulator itself: that a seed gives one
// history, and that it finds faults that are planted (docs/engineering/simulator.md).
import { expect, test } from 'vitest';
import { quickestMutants } from './mutants.ts';
import { startSimulator } from './start-simulator.ts';

const timeoutMs = 180_000;

test(
  'every promise holds in the histories of the fixed seeds',
  { timeout: timeoutMs },
  async () => {
    const { hasBroken, output, seeds, crashes } = await startSimulator(['1', '--count', '7']);
    expect(hasBroken, output).toBe(false);
    expect(seeds).toBe(7);
    expect(crashes).toBeGreaterThan(60);
  },
);

test(
  'a seed gives one history in two processes and twice in one',
  { timeout: timeoutMs },
  async () => {
    const args = ['7', '8', '7', '--hours', '0.2', '--lines', '--handles'];
    const [one, other] = await Promise.all([startSimulator(args), startSimulator(args)]);
    expect(one.hasBroken, one.output).toBe(false);
    expect(other.output).toBe(one.output);
    const [first, , again] = one.output.split('\n').filter((line) => line.startsWith('seed '));
    expect(again).toBe(first);
  },
);

test.each(quickestMutants)('the mutant "%s" is found', { timeout: timeoutMs }, async (mutant) => {
  const args = ['1', '--count', '30', '--shrink-seconds', '0', '--mutant', mutant];
  const { hasBroken, output } = await startSimulator(args);
  expect(output).toContain('BROKEN: ');
  expect(hasBroken).toBe(true);
});
