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

/**
 * @typedef {import('./sites.js').Site} Site
 * @typedef {import('./runner.ts').Finding} Finding
 * @typedef {{ file: string, removed: number | null, findings: readonly Finding[] }} Run `removed`: a filter that was missing in all
 *   of the file
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
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      writeFileSync(state, `${JSON.stringify({ of })}\n`);
      writeFileSync(this.#path('sites.json'), JSON.stringify(sites));
    }
    this.#runs = head?.of === of ? runs : [];
  }

  /** Filters whose removal turned a test red. */
  seen() {
    const numbers = this.#runs.flatMap(({ removed, findings }) =>
      findings.flatMap((one) => {
        if (one.kind === 'seen') return one.filters;
        return one.kind === 'red' && removed !== null ? [removed] : [];
      }),
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

  /** @param {string} file */
  isDone(file) {
    return this.#runs.some((run) => run.file === file && run.removed === null);
  }

  /** What is left to be tried in a file as a whole. */
  leftApart() {
    const seen = this.seen();
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
   * Runs one file of tests. `removed`: a filter that is missing from its start; null: each test for itself, without each filter
   * that was not seen yet.
   * @param {string} file
   * @param {number | null} removed
   */
  async run(file, removed) {
    const findings = this.#path('findings.jsonl');
    rmSync(findings, { force: true });
    const orders = { seen: [...this.seen()], removed, findings };
    writeFileSync(this.#path('orders.json'), JSON.stringify(orders));
    const child = startChild(process.execPath, [vitest, 'run', '--config', config, file], {
      cwd: root,
      env: {
        ...process.env,
        SOAK_ORDERS: this.#path('orders.json'),
        SOAK_SITES: this.#path('sites.json'),
      },
      stdout: 'pipe',
      stderr: 'pipe',
    });
    child.stdout?.resume();
    child.stderr?.resume();
    await once(child, 'exit');
    const run = { file, removed, findings: existsSync(findings) ? linesOf(findings) : [] };
    this.#runs.push(run);
    appendFileSync(this.#path('runs.jsonl'), `${JSON.stringify(run)}\n`);
  }

  /** @param {string} name */
  #path(name) {
    return join(this.#folder, name);
  }
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
