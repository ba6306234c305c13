// Runs the long tests, in parts that take too long for every merge. An interrupted part resumes; a
// given seed repeats a run. Prints one table; exit code 1 if anything was found or is unfinished.
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/build-if-stale.js';
import { Refusal, runScript } from '../../scripts/refusal.js';
import { explorer } from './explorer/part.ts';
import { faults } from './faults/part.js';
import { failover } from './failover/part.ts';
import { kills } from './kills/part.js';
import { backup } from './size/backup.js';
import { oneUser } from './size/one-user.js';
import { simulator } from './simulator/part.ts';
import { size } from './size/part.js';
import { interleavings, sweeps } from './sweeps/part.js';
import { connectionAttacks } from './stories/connection-attacks.js';
import { tenants } from './stories/part.js';
import { waits } from './waits/part.js';

/**
 * @typedef {object} Way
 * @property {string} folder of this part, kept between runs
 * @property {number} seed
 * @property {number} users of the large application
 * @property {readonly ('sqlite' | 'postgresql')[]} databases the selected ones, for the parts `size` and `one-user`
 * @property {number} times of the part `failover`
 * @property {() => boolean} isTimeUp called between steps, which are short
 * @property {(line: string) => void} say
 * @typedef {object} Outcome
 * @property {number} tried
 * @property {number} well
 * @property {readonly string[]} bad a line for each failed or unfinished item
 * @property {readonly string[]} notes other lines to check
 * @property {boolean} isWhole false: the time was up before everything was tried
 * @typedef {{ title: string, run: (way: Way) => Promise<Outcome> }} Part
 */

/** @type {Readonly<Record<string, Part>>} */
const parts = {
  tenants,
  doors: connectionAttacks,
  size,
  'one-user': oneUser,
  backup,
  explorer,
  faults,
  failover,
  kills,
  simulator,
  interleavings,
  sweeps,
  waits,
};
const mostMinutes = 60;
const databases = /** @type {const} */ (['sqlite', 'postgresql']);

await runScript(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      minutes: { type: 'string' },
      users: { type: 'string' },
      times: { type: 'string' },
      database: { type: 'string' },
    },
  });
  const unknown = positionals.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined)
    throw new Refusal(`There is no part "${unknown}"; there are ${Object.keys(parts).join(', ')}.`);
  const minutes = wholeNumber('--minutes', values.minutes, mostMinutes);
  const users = wholeNumber('--users', values.users, 1_000_000);
  const times = wholeNumber('--times', values.times, 20);
  const asked = databases.filter(
    (database) => values.database === undefined || values.database === database,
  );
  if (asked.length === 0) throw new Refusal(`--database takes one of ${databases.join(', ')}.`);
  const seed = wholeNumber('--seed', values.seed, randomInt(2 ** 31));
  /** @type {string[][]} */
  const rows = [];
  for (const [name, part] of Object.entries(parts)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    console.error(`${name}: npm run soak -- ${name} --seed ${seed}`);
    const startedAt = performance.now();
    const outcome = await part.run({
      folder: join(root, 'test-results/soak', name),
      seed,
      users,
      times,
      databases: asked,
      isTimeUp: () => performance.now() - startedAt > minutes * 60_000,
      say: (line) => console.error(`  ${line}`),
    });
    for (const line of outcome.bad) console.log(`  ${name}: ${line}`);
    for (const line of outcome.notes) console.log(`  ${name}: look at ${line}`);
    const took = ((performance.now() - startedAt) / 60_000).toFixed(1);
    rows.push([
      part.title,
      `${outcome.well} of ${outcome.tried}`,
      judged(outcome),
      `${took} min`,
      `seed ${seed}`,
    ]);
    if (judged(outcome) !== 'ok') process.exitCode = 1;
  }
  console.log(tableOf([['', 'well', 'judged', 'took', ''], ...rows]));
});

/** @param {Outcome} outcome */
function judged({ bad, notes, isWhole }) {
  if (!isWhole) return 'not done: run it again to go on';
  return bad.length === 0 && notes.length === 0 ? 'ok' : 'FOUND';
}

/**
 * @param {string} name
 * @param {string | undefined} text
 * @param {number} otherwise
 */
function wholeNumber(name, text, otherwise) {
  if (text === undefined) return otherwise;
  if (!/^[0-9]{1,10}$/.test(text)) throw new Refusal(`${name} takes a whole number.`);
  return Number(text);
}

/** @param {readonly string[][]} rows */
function tableOf(rows) {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
    )
    .join('\n');
}
