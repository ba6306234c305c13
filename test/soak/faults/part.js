// Kills a service, kills its database and fills its disk under write load, repeatedly. After each
// fault, every acknowledged change must exist exactly once. Prints the rows of
// docs/engineering/measurements.md.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildIfStale } from '../../../scripts/build-if-stale.js';
import { Ledger, keepBusy } from './clients.js';
import { addKeys, whatIsWrong } from './check-tables.ts';
import { openMachine, smallDisk } from './machine.js';

/**
 * @typedef {import('./machine.js').Machine} Machine
 * @typedef {Awaited<ReturnType<Machine['start']>>} Running
 * @typedef {object} World
 * @property {Machine} machine
 * @property {Ledger} ledger
 * @property {readonly string[]} keys
 * @property {() => number} chance from 0 to 1
 * @property {ReturnType<typeof smallDisk>} disk
 * @typedef {(world: World, service: Running) => Promise<Running>} Fault breaks and repairs it under load; returns the running service
 * @typedef {{ title: string, database: 'sqlite' | 'postgresql', times: number, fault: Fault, disk: number }} Story `disk`: its size in
 *   mebibytes; 0: the machine's own
 */

const manyKeys = 60_000;
const longestLoadMs = 500;
const mendedWithinMs = 60_000;
const sayEvery = 25;
/** Findings after which a story stops: lost data stays lost, so the rest would repeat them. */
const mostWrong = 5;

/** @type {readonly Story[]} */
const stories = [
  { title: 'the service is killed', database: 'sqlite', times: 250, fault: killed, disk: 0 },
  { title: 'the service is killed', database: 'postgresql', times: 200, fault: killed, disk: 0 },
  { title: 'the database is killed', database: 'postgresql', times: 50, fault: crashed, disk: 0 },
  { title: 'the disk is full', database: 'sqlite', times: 10, fault: filled, disk: 96 },
  { title: 'the disk is full', database: 'postgresql', times: 10, fault: filled, disk: 400 },
];

/** @type {import('../run-soak.js').Part} */
export const faults = {
  title: 'Killed, without its database, without room: what was acknowledged is there, once',
  async run({ folder, seed, isTimeUp, say }) {
    await buildIfStale();
    /** @type {string[]} */
    const bad = [];
    let [tried, well, isWhole] = [0, 0, true];
    for (const story of stories) {
      const disk = story.disk === 0 ? null : smallDisk(story.disk);
      if (story.disk > 0 && disk === null) {
        bad.push(`${story.title}, ${story.database}: nobody may make a small disk here`);
        continue;
      }
      const own = disk?.folder ?? join(folder, story.database);
      if (disk === null) rmSync(own, { recursive: true, force: true });
      mkdirSync(own, { recursive: true });
      const outcome = await tryStory(story, { own, disk, seed, isTimeUp, say });
      disk?.remove();
      say(`| ${story.database}: ${story.title} | ${outcome.row} |`);
      tried += story.times;
      well += outcome.done - outcome.wrong.length;
      isWhole &&= outcome.isWhole;
      bad.push(...outcome.wrong.map((line) => `${story.title}, ${story.database}: ${line}`));
    }
    return { tried, well, bad, notes: [], isWhole };
  },
};

/**
 * @param {Story} story
 * @param {{ own: string, disk: World['disk'] } & Pick<import('../run-soak.js').Way, 'seed' | 'isTimeUp' | 'say'>} way
 */
async function tryStory({ database, times, fault }, { own, disk, seed, isTimeUp, say }) {
  const machine = await openMachine(database, own);
  const keys = Array.from({ length: manyKeys }, (_, index) => `SOAK-${index}`);
  const ledger = new Ledger();
  /** @type {string[]} */
  const wrong = [];
  let done = 0;
  try {
    let service = await machine.start();
    await addKeys(machine.place, keys);
    const world = { machine, ledger, keys, disk, chance: chanceOf(seed) };
    while (done < times && wrong.length < mostWrong && !isTimeUp()) {
      service = await fault(world, service);
      done += 1;
      if (done % sayEvery === 0) say(`${done} of ${times}`);
      // One line for each fault: the first finding, and the number of others.
      const found = [...ledger.odd.splice(0), ...(await whatIsWrong(machine.place, ledger, keys))];
      if (found.length > 0) wrong.push(`time ${done}: ${found[0]} (and ${found.length - 1} more)`);
    }
    service.child.kill();
    await service.exited;
  } finally {
    await machine.close();
  }
  const { done: errands, sessions } = ledger;
  const counts = ['redeem', 'register', 'order'].map(
    (kind) => errands.filter((errand) => errand.kind === kind).length,
  );
  const row = [done, ...counts, sessions.length, ledger.faults, wrong.length].join(' | ');
  return { done, wrong, row, isWhole: done === times || wrong.length > 0 };
}

/** @param {number} seed */
function chanceOf(seed) {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** @type {Fault} */
async function killed({ machine, ledger, keys, chance }, service) {
  let isOver = false;
  const before = ledger.done.length;
  const busy = keepBusy(service, ledger, keys, () => isOver);
  await until(() => ledger.done.length > before, 'nothing was done');
  await pause(chance() * longestLoadMs);
  service.child.kill('SIGKILL');
  await service.exited;
  isOver = true;
  await busy;
  return machine.start();
}

/** @type {Fault} */
async function crashed(world, service) {
  const { server } = world.machine;
  if (server === null) throw new Error('There is no server');
  return throughFault(world, service, {
    begin: () => server.stop('crash'),
    end: () => server.start(),
  });
}

/** @type {Fault} */
async function filled(world, service) {
  const { disk, machine } = world;
  return throughFault(world, service, {
    begin: () => disk?.fill(),
    async end() {
      disk?.free();
      // A server that cannot write its WAL ends; its supervisor restarts it.
      if (machine.server !== null && !isRunning(machine.server.pid())) await machine.server.start();
    },
  });
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * The service survives the fault, answers with errors, and recovers automatically.
 * @param {World} world @param {Running} service
 * @param {{ begin: () => unknown, end: () => unknown }} fault
 */
async function throughFault({ ledger, keys, chance }, service, { begin, end }) {
  let isOver = false;
  const busy = keepBusy(service, ledger, keys, () => isOver);
  try {
    const before = ledger.done.length;
    await until(() => ledger.done.length > before, 'nothing was done');
    await pause(chance() * longestLoadMs);
    const { faults: refused } = ledger;
    await begin();
    await until(() => ledger.faults > refused, 'nobody was refused');
    await pause(chance() * longestLoadMs);
    await end();
    const mended = ledger.done.length;
    await until(() => ledger.done.length > mended + 1, 'nothing was done afterwards');
  } finally {
    isOver = true;
    await busy;
  }
  if (service.child.exitCode !== null || service.child.signalCode !== null)
    throw new Error('The service has ended');
  return service;
}

/** @param {() => boolean} holds @param {string} otherwise */
async function until(holds, otherwise) {
  const endsAt = performance.now() + mendedWithinMs;
  while (!holds()) {
    if (performance.now() > endsAt)
      throw new Error(`After ${mendedWithinMs / 1000} s ${otherwise}`);
    await pause(5);
  }
}
