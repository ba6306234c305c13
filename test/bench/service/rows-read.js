// Counts the rows that PostgreSQL reads for a request: every statement is explained with its real
// numbers (auto_explain), whichever connection runs it.
import { EventEmitter, once } from 'node:events';
import { rowsOf } from '../../../packages/service/test/support/plans/rows-of-plan.ts';

/** Settings of a server whose log has the plan of each statement. */
export const explainAll = [
  'session_preload_libraries=auto_explain',
  ...['log_min_duration=0', 'log_analyze=on', 'log_timing=off', 'log_format=json'].map(
    (setting) => `auto_explain.${setting}`,
  ),
];

/** Reads plans from the lines of the log. */
export class RowsRead {
  #rows = 0;
  /** @type {string[] | null} */
  #plan = null;
  #markers = new EventEmitter();

  /** @param {string} line */
  take = (line) => {
    if (/ {2}duration: .* plan:$/.test(line)) this.#plan = [];
    else if (this.#plan !== null) this.#plan.push(line.slice(1));
    if (line !== '\t}' || this.#plan === null) return;
    const { 'Query Text': text, Plan: plan } = JSON.parse(this.#plan.join('\n'));
    this.#plan = null;
    const marker = /^select 'marker (\d+)'$/.exec(text)?.[1];
    if (marker === undefined) this.#rows += rowsOf(plan);
    else this.#markers.emit(marker);
  };

  /**
   * The rows read by `run`. Statements of background work add a few.
   * @param {{ query: (text: string) => Promise<unknown> }} client of the same server
   * @param {() => Promise<unknown>} run
   */
  async during(client, run) {
    await this.#pass(client);
    this.#rows = 0;
    await run();
    await this.#pass(client);
    return this.#rows;
  }

  #marked = 0;

  /**
   * Resolves when the log has arrived up to now.
   * @param {{ query: (text: string) => Promise<unknown> }} client
   */
  async #pass(client) {
    this.#marked += 1;
    const seen = once(this.#markers, String(this.#marked));
    await client.query(`select 'marker ${this.#marked}'`);
    await seen;
  }
}
