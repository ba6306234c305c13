// Runs simulations, prints a line for each seed, and explains the first broken promise:
// node --conditions=latchkey-source test/simulator/run.ts SEED... [options]
// `--count N` adds the seeds that follow, `--seconds N` starts no simulation after that processor time,
// `--steps 1,2` keeps a part of the plan, `--lines` prints the histories, `--handles` looks for real
// handles after each event, and `--mutant NAME` plants a fault.
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import './patch-time.ts';
import './patch-io.ts';
import { plant } from './mutants.ts';
import { scheduler } from './processes.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '1' },
    hours: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '3600' },
    'shrink-seconds': { type: 'string', default: '60' },
    steps: { type: 'string' },
    mutant: { type: 'string' },
    lines: { type: 'boolean', default: false },
    handles: { type: 'boolean', default: false },
  },
});
if (values.mutant !== undefined) plant(values.mutant);
// After the patches, and after the mutant is planted.
const { planOf, simulate } = await import('./simulate.ts');
const { shrink } = await import('./shrink.ts');
type Simulated = Awaited<ReturnType<typeof simulate>>;
type Plan = ReturnType<typeof planOf>;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const expectedHandles = new Set(['TTYWrap', 'PipeWrap', 'Immediate']);
const total = { seeds: 0, hours: 0, crashes: 0, events: 0 };

async function runSeed(seed: string): Promise<boolean> {
  const kept = values.steps?.split(',').map(Number);
  const plan = planOf(seed, Number(values.hours)).filter(({ id }) => kept?.includes(id) ?? true);
  const simulated = await simulate(seed, plan);
  const { history, crashes, virtualMs } = simulated;
  if (values.lines) say(history.lines.join('\n'));
  const hours = virtualMs / 3_600_000;
  total.seeds += 1;
  total.hours += hours;
  total.crashes += crashes;
  say(`seed ${seed}: ${history.digest().slice(0, 16)} ${hours.toFixed(2)} h ${crashes} crashes`);
  if (history.broken.length === 0) return true;
  await explain(seed, plan, simulated);
  return false;
}

async function explain(seed: string, whole: Plan, first: Simulated): Promise<void> {
  const withinMs = Number(values['shrink-seconds']) * 1000;
  const { plan, simulated, runs } = await shrink(seed, whole, first, withinMs);
  const [broken] = simulated.history.broken;
  say(`\n${simulated.history.lines.slice(-40).join('\n')}\n`);
  say(`seed ${seed}, commit ${commit()}, after ${seconds()} s`);
  say(`BROKEN: ${broken?.promise ?? ''}\n  ${broken?.words ?? ''}`);
  say(`${plan.length} of ${whole.length} steps still break it (${runs} runs):`);
  for (const { id, atMs, who, what } of plan)
    say(`  ${String(id).padStart(4)} ${(atMs / 1000).toFixed(1).padStart(8)} s ${who} ${what}`);
  const mutant = values.mutant === undefined ? '' : ` --mutant '${values.mutant}'`;
  const steps = plan.map(({ id }) => id).join();
  const command = 'node_modules/.bin/node --conditions=latchkey-source test/simulator/run.ts';
  say(`repeat: ${command} ${seed} --hours ${values.hours} --lines --steps ${steps}${mutant}`);
}

/** Processor time, so that other work on the machine changes no limit. */
function seconds(): string {
  const { user, system } = process.cpuUsage();
  return ((user + system) / 1_000_000).toFixed(1);
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}

function checkHandles(): void {
  const real = process.getActiveResourcesInfo().find((name) => !expectedHandles.has(name));
  if (real !== undefined) throw new Error(`a real handle is open: ${real}`);
}

if (values.handles) scheduler.afterEvent = checkHandles;
const seeds = positionals.length === 0 ? ['1'] : positionals;
const last = Number(seeds.at(-1));
for (let more = 1; more < Number(values.count); more += 1) seeds.push(String(last + more));
for (const seed of seeds) {
  if (Number(seconds()) > Number(values.seconds)) break;
  if (await runSeed(seed)) continue;
  process.exitCode = 1;
  break;
}
total.events = scheduler.eventCount;
process.stderr.write(`${JSON.stringify({ ...total, seconds: Number(seconds()) })}\n`);
process.exit();
