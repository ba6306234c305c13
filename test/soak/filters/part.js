// Removes every filter of the service that says which rows it means, one at a time, and says which of them no test misses.
import { globSync } from 'node:fs';
import { root } from '../../../scripts/build-if-stale.js';
import { shuffled } from '../shuffled.js';
import { named } from './named.js';
import { Runs } from './runs.js';
import { findSites } from './sites.js';

const tests = ['test/service/**/*.test.ts', 'test/attacks/service/**/*.test.ts'];
/** A filter that so many tests of a file did not miss is left for another file, until every file had its turn. */
const mostAtFirst = 3;

/** @typedef {import('../run-soak.js').Way} Way */

/** @type {import('../run-soak.js').Part} */
export const filters = {
  title: 'Filters of the service, each removed once: a test misses it',
  async run(way) {
    const sites = findSites(root);
    const runs = new Runs(way.folder, sites);
    const isWhole = await runAll(way, runs, sites);
    const [seen, reached] = [runs.seen(), runs.reached()];
    const left = [...sites.entries()].filter(
      ([number, { id }]) => !seen.has(number) && !named.has(id),
    );
    for (const [id, reason] of named) way.say(`named, not tested: ${id}: ${reason}`);
    return {
      tried: sites.length,
      well: sites.length - left.length,
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
async function runAll({ seed, isTimeUp, say }, runs, sites) {
  const files = shuffled(globSync(tests, { cwd: root }).sort(), seed);
  const untried = [...sites.keys()].filter((number) => named.has(sites[number]?.id ?? ''));
  const left = () => {
    const seen = runs.seen();
    return [...sites.keys()].filter((number) => !seen.has(number) && !untried.includes(number));
  };
  const tell = (/** @type {string} */ what) =>
    say(`${left().length} filters not missed yet: ${what}`);
  for (let [next] = runs.hinted(); next !== undefined; [next] = runs.hinted()) {
    if (isTimeUp()) return false;
    await runs.run(next.file, next.way);
    tell(`as before ${next.file}`);
  }
  for (const most of [mostAtFirst, undefined])
    for (const [index, file] of files.entries()) {
      if (left().length === 0 || runs.isDone(file, most)) continue;
      if (isTimeUp()) return false;
      await runs.run(file, { removed: null, ...(most && { most }) }, most ? [] : untried);
      tell(`${most ? 'first' : 'second'} round, ${index + 1} of ${files.length}, ${file}`);
    }
  // Where several tests share a service, it is without the filter from its start: a run of the file for each one that is left.
  for (let [next] = runs.leftApart(untried); next !== undefined; [next] = runs.leftApart(untried)) {
    if (isTimeUp()) return false;
    await runs.run(next.file, { removed: next.filter });
    tell(`${runs.leftApart(untried).length} more runs, ${next.file}`);
  }
  return true;
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
