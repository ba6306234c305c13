// Puts every filter of the service behind a switch while its tests run, so that one at a time can be removed without another file
// on disk: `query.where(...)` becomes `filterOfSoak(3, query, (left) => left.where(...))`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {import('./sites.js').Site} Site */

/**
 * @param {string} root
 * @param {readonly Site[]} sites
 * @returns {import('vite').Plugin}
 */
export function switchFilters(root, sites) {
  /** @type {Map<string, (readonly [Site, number])[]>} */
  const byFile = new Map();
  for (const [index, site] of sites.entries()) {
    const file = join(root, site.file);
    byFile.set(file, [...(byFile.get(file) ?? []), [site, index]]);
  }
  return {
    name: 'switch-filters',
    enforce: 'pre',
    transform(code, id) {
      const own = byFile.get(id);
      if (own === undefined) return null;
      if (code !== readFileSync(id, 'utf8'))
        throw new Error(`${id} is not what was looked through`);
      return { code: withSwitches(code, own), map: null };
    },
  };
}

/**
 * @param {string} code
 * @param {readonly (readonly [Site, number])[]} sites with their numbers
 */
function withSwitches(code, sites) {
  const insertions = sites.flatMap(([{ kind, start, middle, end }, number]) => {
    const open = `${kind === 'call' ? 'filterOfSoak' : 'conditionOfSoak'}(${number}, `;
    // Where several meet: what ends comes first, the inner one before the outer one; what begins last, the other way round.
    return [
      { at: end, rank: 0, inner: -start, text: ')' },
      { at: middle, rank: 1, inner: 0, text: ', (leftOfSoak) => leftOfSoak' },
      { at: start, rank: 2, inner: -end, text: open },
    ];
  });
  insertions.sort((a, b) => a.at - b.at || a.rank - b.rank || a.inner - b.inner);
  let result = '';
  let from = 0;
  for (const { at, text } of insertions) {
    result += code.slice(from, at) + text;
    from = at;
  }
  return result + code.slice(from);
}
