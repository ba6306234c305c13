// Where filters were missed before a source changed: they are tried there first, which takes minutes where a search takes an hour.
// Nothing is believed of it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/build-if-stale.js';

/**
 * @typedef {import('./sites.js').Site} Site
 * @typedef {import('./runs.js').Run} Run
 * @typedef {{ file: string, test: string | null }} Hint `test`: null where the filter was missing in all of the file
 * @typedef {{ file: string, way: import('./runs.js').Way }} Wanted
 */

const name = 'hints.json';

export class Hints {
  /** @type {ReadonlyMap<string, Hint>} by the id of a filter */
  #hints;
  /** @type {readonly Site[]} */
  #sites;

  /**
   * @param {ReadonlyMap<string, Hint>} hints
   * @param {readonly Site[]} sites
   */
  constructor(hints, sites) {
    this.#hints = hints;
    this.#sites = sites;
  }

  /**
   * @param {string} folder
   * @param {readonly Site[]} sites
   */
  static in(folder, sites) {
    const path = join(folder, name);
    /** @type {Record<string, Hint>} written by us */
    const hints = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
    return new Hints(new Map(Object.entries(hints)), sites);
  }

  /**
   * Of what was found in a folder until now, and of what was known there.
   * @param {string} folder
   * @param {readonly Run[]} runs
   */
  static after(folder, runs) {
    /** @type {Site[]} written by us */
    const sites = JSON.parse(readFileSync(join(folder, 'sites.json'), 'utf8'));
    const hints = new Map(Hints.in(folder, sites).#hints);
    for (const { file, removed, findings } of runs)
      for (const finding of findings) {
        const test = finding.kind === 'seen' ? finding.test : null;
        for (const number of missedIn(finding, removed))
          hints.set(sites[number]?.id ?? '', { file, test });
      }
    return new Hints(hints, sites);
  }

  /** @param {string} folder */
  write(folder) {
    writeFileSync(join(folder, name), JSON.stringify(Object.fromEntries(this.#hints)));
  }

  /**
   * One run for all the tests of a file; one for each filter that was missing in all of a file.
   * @param {ReadonlySet<number>} seen
   * @returns {Wanted[]}
   */
  without(seen) {
    /** @type {Map<string, Record<string, number[]>>} */
    const files = new Map();
    /** @type {Wanted[]} */
    const whole = [];
    for (const [number, { id }] of this.#sites.entries()) {
      const hint = this.#hints.get(id);
      if (hint === undefined || seen.has(number)) continue;
      const { file, test } = hint;
      if (!existsSync(join(root, file))) continue;
      if (test === null) {
        whole.push({ file, way: { removed: number } });
        continue;
      }
      const tries = files.get(file) ?? {};
      files.set(file, { ...tries, [test]: [...(tries[test] ?? []), number] });
    }
    const each = [...files].map(([file, tries]) => ({ file, way: { removed: null, tries } }));
    return [...each, ...whole];
  }
}

/**
 * Filters that a finding says a test missed.
 * @param {import('./runner.ts').Finding} finding
 * @param {number | null} removed
 */
export function missedIn(finding, removed) {
  if (finding.kind === 'seen') return finding.filters;
  return finding.kind === 'red' && removed !== null ? [removed] : [];
}
