// Measures commands of `latchkey`, alternating with a Node process that does nothing.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/build-if-stale.js';
import { median } from '../figures.js';

const rounds = 9;
const program = join(root, 'packages/cli/bin/latchkey.js');
/** Nothing listens on this port, so the command ends after its first request. */
const unreachable = 'http://127.0.0.1:9';

/** @type {import('../table.js').Measurement} */
export const commandLine = {
  bounds: [
    { name: 'latchkey --help / node that does nothing', bound: 5, unit: 'x' },
    { name: 'latchkey keys list / node that does nothing', bound: 7, unit: 'x' },
  ],
  measure: ({ folder }) => {
    const keyFile = join(folder, 'seller-key');
    writeFileSync(keyFile, 'a'.repeat(32), { mode: 0o600 });
    const listing = ['keys', 'list', '--url', unreachable, '--key-file', keyFile];
    /** @type {number[][]} */
    const [nothing = [], help = [], list = []] = [[], [], []];
    for (let round = 0; round < rounds; round += 1) {
      nothing.push(msOf(['-e', '0'], 0));
      help.push(msOf([program, '--help'], 0));
      list.push(msOf([program, ...listing], 1));
    }
    const base = median(nothing);
    return [help, list].map((each) => finding(median(each), base));
  },
};

/**
 * @param {readonly string[]} args
 * @param {number} exitCode the expected one, so that a refused command is not measured
 */
function msOf(args, exitCode) {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== exitCode) throw new Error(`latchkey ended with ${status}: ${stderr}`);
  return performance.now() - startedAt;
}

/**
 * @param {number} ms
 * @param {number} base
 */
function finding(ms, base) {
  return { measured: ms / base, figures: `${ms.toFixed(0)} ms of ${base.toFixed(0)} ms` };
}
