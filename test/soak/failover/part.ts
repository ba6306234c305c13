// Makes the database of two service processes fail over repeatedly under load. Half of the leaders
// are killed, half are frozen and thawed later. docs/scale.md has a run.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildIfStale } from '../../../scripts/build-if-stale.js';
import { addKeys, whatIsWrong } from '../faults/check-tables.ts';
import { openMachine } from '../faults/machine.js';
import type { Outcome, Part, Way } from '../run-soak.js';
import { keepRedeeming, Ledger, register, type Load } from './clients.ts';
import { missingForCluster, startCluster, type Cluster } from './cluster.ts';

type Machine = Awaited<ReturnType<typeof openMachine>>;
type Running = Awaited<ReturnType<Machine['start']>>;

interface World {
  readonly cluster: Cluster;
  readonly machine: Machine;
  readonly services: readonly Running[];
  readonly keys: readonly string[];
  readonly load: Load;
}

const manyKeys = 60_000;
const users = ['nora', ...Array.from({ length: 5 }, (_, index) => `made-${index}`)];
const writtenWithinMs = 120_000;
/** How long the load runs before the fault, and again between the first write and the repair. */
const steadyMs = 2000;

export const failover: Part = {
  title: 'The leader of the database killed or frozen: no redeem is lost or doubled',
  async run(way) {
    const missing = missingForCluster();
    if (missing !== null)
      return { tried: 0, well: 0, bad: [`first: ${missing}`], notes: [], isWhole: true };
    await buildIfStale();
    mkdirSync(way.folder, { recursive: true });
    // Another user runs the cluster, and cannot reach every project's folder.
    const place = mkdtempSync(join(tmpdir(), 'latchkey-cluster-'));
    const cluster = startCluster(place);
    try {
      const machine = await openMachine('postgresql', way.folder, cluster.databaseUrl);
      try {
        return await failOver(await openWorld(cluster, machine), way);
      } finally {
        await machine.close();
      }
    } finally {
      cluster.stop();
      rmSync(place, { recursive: true, force: true });
    }
  },
};

async function openWorld(cluster: Cluster, machine: Machine): Promise<World> {
  await cluster.whenHealthy();
  // One after the other, because the first one creates the tables.
  const services = [await machine.start(), await machine.start()];
  const keys = Array.from({ length: manyKeys }, (_, index) => `SOAK-${index}`);
  await addKeys(machine.place, keys);
  const unused = keys.values();
  const nextKey = () => {
    const { value } = unused.next();
    if (value === undefined) throw new Error('Every key is used');
    return value;
  };
  const load = { services, ledger: new Ledger(), nextKey, users };
  for (const name of users.slice(1)) await register(load, name);
  return { cluster, machine, services, keys, load };
}

async function failOver(world: World, { times, isTimeUp, say }: Way): Promise<Outcome> {
  const bad: string[] = [];
  let done = 0;
  try {
    while (done < times && !isTimeUp()) {
      done += 1;
      const isKill = done % 2 === 1;
      const { row, found } = await oneFailover(world, isKill);
      say(`| ${done} | ${isKill ? 'killed' : 'frozen'} | ${row} |`);
      if (found.length > 0) bad.push(`time ${done}: ${found[0]} (and ${found.length - 1} more)`);
    }
  } finally {
    for (const { child, exited } of world.services) {
      child.kill();
      await exited;
    }
  }
  return { tried: done, well: done - bad.length, bad, notes: [], isWhole: done === times };
}

async function oneFailover(world: World, isKill: boolean) {
  const { cluster, machine, services, keys, load } = world;
  const { ledger } = load;
  const { leader } = await cluster.whenHealthy();
  const { unknown, resolved, refused } = ledger;
  const before = { done: ledger.done.length, unknown, resolved, refused };
  let isOver = false;
  const busy = keepRedeeming(load, () => isOver);
  let seconds: readonly number[] = [];
  let after: Awaited<ReturnType<Cluster['whenHealthy']>>;
  try {
    await pause(steadyMs);
    const faultAt = performance.now();
    if (isKill) cluster.kill(leader);
    else cluster.freeze(leader);
    seconds = await firstWrites(ledger, faultAt);
    await pause(steadyMs);
    // The load continues while the former leader returns.
    if (isKill) cluster.startAgain(leader);
    else cluster.thaw(leader);
    after = await cluster.whenHealthy();
  } finally {
    isOver = true;
    await busy;
  }
  const ended = services.filter(
    ({ child }) => child.exitCode !== null || child.signalCode !== null,
  );
  const found = [
    ...(ended.length > 0 ? ['a process of the service ended'] : []),
    ...(after.leader === leader ? [`pg${leader} is the leader again`] : []),
    ...ledger.odd.splice(0),
    ...(await whatIsWrong(machine.place, ledger, keys)),
  ];
  const counts = {
    done: ledger.done.length - before.done,
    unknown: ledger.unknown - before.unknown,
    resolved: ledger.resolved - before.resolved,
    refused: ledger.refused - before.refused,
  };
  const row = [
    `pg${leader} to pg${after.leader}`,
    ...seconds.map((value) => value.toFixed(1)),
    ...[
      counts.done,
      counts.unknown,
      counts.resolved,
      counts.refused,
      after.copied.length,
      found.length,
    ],
  ].join(' | ');
  return { row, found };
}

/** Seconds from the fault until a process acknowledged a redeem that was sent after it. */
async function firstWrites(ledger: Ledger, faultAt: number): Promise<readonly number[]> {
  const seconds: (number | undefined)[] = ledger.latestSentAt.map(() => undefined);
  while (seconds.includes(undefined)) {
    const elapsedMs = performance.now() - faultAt;
    if (elapsedMs > writtenWithinMs) throw new Error('No process writes after the failover');
    for (const [index, sentAt] of ledger.latestSentAt.entries())
      if (sentAt > faultAt) seconds[index] ??= elapsedMs / 1000;
    await pause(20);
  }
  return seconds.map(Number).sort((a, b) => a - b);
}
