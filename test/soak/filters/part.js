// Removes every filter of the service that says which rows it means, one at a time, and says which of them no test misses.
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { root } from '../../../scripts/build-if-stale.js';
import { shuffled } from '../shuffled.js';
import { named } from './named.js';
import { Runs } from './runs.js';
import { findSites } from './sites.js';

const tests = ['test/service/**/*.test.ts', 'test/attacks/service/**/*.test.ts'];
/** A filter that so many tests of a file did not miss is left for another file, until every file had its turn. */
const mostAtFirst = 3;

/** Files at once: a test waits for hashes and the disk as much as it computes. */
const lanes = Math.max(1, Math.min(4, availableParallelism()));

/** @typedef {import('../run-soak.js').Way} Way */
/** @typedef {import('./runs.js').Way & { file: string, untried?: readonly number[], what: string }} Next */

/** @type {import('../run-soak.js').Part} */
export const filters = {
  title: 'Filters of the service, each removed once: a test misses it',
  async run(way) {
    const sites = findSites(root);
    // What is done there is done for these alone.
    const folder =
      way.only === '' ? way.folder : `${way.folder}-of-${encodeURIComponent(way.only)}`;
    const runs = new Runs(folder, sites);
    const isMeant = (/** @type {{ file: string }} */ { file }) => file.includes(way.only);
    const isWhole = await runAll(way, runs, sites);
    const [seen, reached] = [runs.seen(), runs.reached()];
    const left = [...sites.entries()].filter(
      ([number, site]) => isMeant(site) && !seen.has(number) && !named.has(site.id),
    );
    const tried = sites.filter(isMeant).length;
    for (const [id, reason] of named) way.say(`named, not tested: ${id}: ${reason}`);
    return {
      tried,
      well: tried - left.length,
      bad: left.map(
        ([number, { file, line, text }]) =>
          `${file}:${line} ${text}${reached.has(number) ? '' : ' (no test comes here)'}`,
      ),
      notes: [...runs.broken(), ...namedForNothing(sites, seen)],
      isWhole,
    };
  },
};

/**
 * First where they were missed the last time, then everywhere. What is named has its turn in every file, but not in every test.
 * @param {Way} way
 * @param {Runs} runs
 * @param {readonly import('./sites.js').Site[]} sites
 * @returns {Promise<boolean>} whether there is nothing left to be tried
 */
async function runAll({ seed, only, isTimeUp, say }, runs, sites) {
  const files = shuffled(globSync(tests, { cwd: root }).sort(), seed);
  const numbers = [...sites.keys()];
  const unmeant = numbers.filter((number) => sites[number]?.file.includes(only) !== true);
  const untried = numbers.filter(
    (number) => unmeant.includes(number) || named.has(sites[number]?.id ?? ''),
  );
  const left = () => {
    const seen = runs.seen();
    return numbers.filter((number) => !seen.has(number) && !untried.includes(number));
  };
  const isDone = async (/** @type {Iterator<Next>} */ all) => {
    let isCut = false;
    const lane = async (/** @type {number} */ number) => {
      for (let next = all.next(); next.done !== true; next = all.next()) {
        const { file, untried: without = [], what, ...one } = next.value;
        isCut ||= isTimeUp();
        if (isCut) return;
        await runs.run(file, one, without, number);
        say(`${left().length} filters not missed yet: ${what}`);
      }
    };
    await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
    return !isCut;
  };
  /** @returns {Generator<Next>} */
  function* round(/** @type {number | undefined} */ most) {
    for (const [index, file] of files.entries()) {
      if (left().length === 0 || runs.isDone(file, most)) continue;
      const what = `${most ? 'first' : 'second'} round, ${index + 1} of ${files.length}, ${file}`;
      yield { file, removed: null, ...(most && { most }), untried: most ? unmeant : untried, what };
    }
  }
  return (
    (await isDone(hinted(runs))) &&
    (await isDone(round(mostAtFirst))) &&
    (await isDone(round(undefined))) &&
    (await isDone(apart(runs, untried)))
  );
}

/**
 * @param {Runs} runs
 * @returns {Generator<Next>}
 */
function* hinted(runs) {
  const begun = new Set();
  for (;;) {
    const next = runs
      .hinted()
      .find(({ file, way }) => !begun.has(`${file} ${way.removed ?? 'tries'}`));
    if (next === undefined) return;
    begun.add(`${next.file} ${next.way.removed ?? 'tries'}`);
    yield { file: next.file, ...next.way, what: `as before ${next.file}` };
  }
}

/**
 * Where several tests share a service, it is without the filter from its start: a run of the file for each one that is left.
 * @param {Runs} runs
 * @param {readonly number[]} untried
 * @returns {Generator<Next>}
 */
function* apart(runs, untried) {
  const begun = new Set();
  for (;;) {
    const waiting = runs
      .leftApart(untried)
      .filter(({ file, filter }) => !begun.has(`${file} ${filter}`));
    const [next] = waiting;
    if (next === undefined) return;
    begun.add(`${next.file} ${next.filter}`);
    yield {
      file: next.file,
      removed: next.filter,
      what: `${waiting.length} more runs, ${next.file}`,
    };
  }
}

/**
 * @param {readonly import('./sites.js').Site[]} sites
 * @param {ReadonlySet<number>} seen
 */
function namedForNothing(sites, seen) {
  return [...named.keys()].flatMap((id) => {
    const number = sites.findIndex((site) => site.id === id);
    if (number === -1) return [`${id}: is named, but no filter any more`];
    return seen.has(number) ? [`${id}: is named, but a test misses it`] : [];
  });
}
