// What was run and found until now, in a folder: a run that was cut goes on where it was, unless a source has changed since.
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { root } from '../../../scripts/build-if-stale.js';
import { startChild } from '../../../scripts/children.js';
import { Hints, missedIn } from './hints.js';

/**
 * @typedef {import('./sites.js').Site} Site
 * @typedef {import('./runner.ts').Finding} Finding
 * @typedef {Readonly<Record<string, readonly number[]>>} Tries filters by the test that is to be tried without them
 * @typedef {{ removed: number | null, tries?: Tries, most?: number }} Way of running a file. `removed`: a filter that is missing from
 *   its start; null: each test for itself, without each filter that was not seen yet. `tries`: without nothing else. `most`: no
 *   filter with more of its tests
 * @typedef {Way & { file: string, findings: readonly Finding[] }} Run
 */

const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const config = fileURLToPath(new URL('vitest.config.ts', import.meta.url));
const sources =
  '{src/service,src/shared,test/service,test/attacks,test/support,test/soak}/**/*.{ts,js}';

export class Runs {
  /** @type {string} */
  #folder;
  /** @type {Run[]} */
  #runs;
  /** @type {Hints} */
  #hints;

  /**
   * @param {string} folder
   * @param {readonly Site[]} sites
   */
  constructor(folder, sites) {
    this.#folder = folder;
    const of = fingerprint();
    const state = this.#path('runs.jsonl');
    const [head, ...runs] = existsSync(state) ? linesOf(state) : [];
    if (head?.of !== of) {
      const hints = existsSync(state) ? Hints.after(folder, runs) : null;
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      hints?.write(folder);
      writeFileSync(state, `${JSON.stringify({ of })}\n`);
      writeFileSync(this.#path('sites.json'), JSON.stringify(sites));
    }
    this.#runs = head?.of === of ? runs : [];
    this.#hints = Hints.in(folder, sites);
  }

  /** Where the tests before the last change missed them: to be tried first. */
  hinted() {
    const seen = this.seen();
    const ran = new Set(
      this.#runs.map(({ file, removed, tries }) => `${file} ${tries ? 'tries' : removed}`),
    );
    return this.#hints
      .without(seen)
      .filter(({ file, way }) => !ran.has(`${file} ${way.removed ?? 'tries'}`));
  }

  /** Filters whose removal turned a test red. */
  seen() {
    const numbers = this.#runs.flatMap(({ removed, findings }) =>
      findings.flatMap((one) => missedIn(one, removed)),
    );
    return new Set(numbers);
  }

  /** Filters that any test reaches. */
  reached() {
    const numbers = this.#runs.flatMap(({ findings }) =>
      findings.flatMap((one) => ('filters' in one ? one.filters : [])),
    );
    return new Set(numbers);
  }

  /**
   * @param {string} file
   * @param {number} [most]
   */
  isDone(file, most) {
    return this.#runs.some(
      (run) =>
        run.file === file &&
        run.removed === null &&
        run.tries === undefined &&
        (run.most === undefined || run.most === most),
    );
  }

  /**
   * What is left to be tried in a file as a whole.
   * @param {readonly number[]} untried filters
   */
  leftApart(untried) {
    const seen = new Set([...this.seen(), ...untried]);
    const ran = new Set(this.#runs.map(({ file, removed }) => `${file} ${removed}`));
    return this.#runs
      .flatMap(({ file, findings }) =>
        findings
          .flatMap((one) => (one.kind === 'apart' ? one.filters : []))
          .map((filter) => ({ file, filter })),
      )
      .filter(({ file, filter }) => !seen.has(filter) && !ran.has(`${file} ${filter}`));
  }

  /** Tests that were red with nothing removed, and files that did not come to their end. */
  broken() {
    return this.#runs.flatMap(({ file, removed, findings }) => [
      ...findings.flatMap((one) =>
        one.kind === 'broken'
          ? [`${file}: "${one.test}" is red with nothing removed: ${one.why}`]
          : [],
      ),
      ...(removed !== null || findings.some(({ kind }) => kind === 'end')
        ? []
        : [`${file}: broke off`]),
    ]);
  }

  /**
   * @param {string} file
   * @param {Way} way
   * @param {readonly number[]} [untried] filters
   * @param {number} [lane] of those that run side by side
   */
  async run(file, way, untried = [], lane = 0) {
    const findings = this.#path(`findings-${lane}.jsonl`);
    rmSync(findings, { force: true });
    const { tries } = way;
    const orders = { ...way, seen: [...this.seen(), ...untried], findings };
    const ordersFile = this.#path(`orders-${lane}.json`);
    writeFileSync(ordersFile, JSON.stringify(orders));
    const only = tries === undefined ? [] : ['-t', Object.keys(tries).map(plain).join('|')];
    const child = startChild(process.execPath, [vitest, 'run', '--config', config, ...only, file], {
      cwd: root,
      env: {
        ...process.env,
        SOAK_ORDERS: ordersFile,
        SOAK_SITES: this.#path('sites.json'),
      },
      stdout: 'pipe',
      stderr: 'pipe',
    });
    child.stdout?.resume();
    child.stderr?.resume();
    await once(child, 'exit');
    const run = { file, ...way, findings: existsSync(findings) ? linesOf(findings) : [] };
    this.#runs.push(run);
    appendFileSync(this.#path('runs.jsonl'), `${JSON.stringify(run)}\n`);
  }

  /** @param {string} name */
  #path(name) {
    return join(this.#folder, name);
  }
}

/** @param {string} name for a regular expression */
function plain(name) {
  return name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Of everything that decides what is found. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const file of globSync(sources, { cwd: root }).sort())
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/**
 * @param {string} file
 * @returns {any[]} written by us
 */
function linesOf(file) {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
