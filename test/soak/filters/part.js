// Removes every filter of the service that says which rows it means, one at a time, and says which of them no test misses.
import { globSync } from 'node:fs';
import { root } from '../../../scripts/build-if-stale.js';
import { shuffled } from '../shuffled.js';
import { named } from './named.js';
import { Runs } from './runs.js';
import { findSites } from './sites.js';

const tests = ['test/service/**/*.test.ts', 'test/attacks/service/**/*.test.ts'];

/** @type {import('../run-soak.js').Part} */
export const filters = {
  title: 'Filters of the service, each removed once: a test misses it',
  async run({ folder, seed, isTimeUp, say }) {
    const sites = findSites(root);
    const runs = new Runs(folder, sites);
    const files = shuffled(globSync(tests, { cwd: root }).sort(), seed);
    const missing = () => sites.length - runs.seen().size;
    for (const [index, file] of files.entries()) {
      if (runs.isDone(file)) continue;
      if (isTimeUp()) break;
      await runs.run(file, null);
      say(
        `${index + 1} of ${files.length} files, ${missing()} of ${sites.length} filters not missed yet: ${file}`,
      );
    }
    const areDone = files.every((file) => runs.isDone(file));
    // Where several tests share a service, it is without the filter from its start: a run of the file for each one that is left.
    for (let [next] = runs.leftApart(); areDone && next !== undefined; [next] = runs.leftApart()) {
      if (isTimeUp()) break;
      await runs.run(next.file, next.filter);
      say(
        `${runs.leftApart().length} more runs, ${missing()} filters not missed yet: ${next.file}`,
      );
    }
    const [seen, reached] = [runs.seen(), runs.reached()];
    const left = [...sites.entries()].filter(
      ([number, { id }]) => !seen.has(number) && !named.has(id),
    );
    for (const [id, reason] of named) say(`named, not tested: ${id}: ${reason}`);
    return {
      tried: sites.length,
      well: sites.length - left.length,
      bad: left.map(
        ([number, { file, line, text }]) =>
          `${file}:${line} ${text}${reached.has(number) ? '' : ' (no test comes here)'}`,
      ),
      notes: [...runs.broken(), ...namedForNothing(sites, seen)],
      isWhole: areDone && runs.leftApart().length === 0,
    };
  },
};

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
