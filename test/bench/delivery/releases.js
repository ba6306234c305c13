// Makes releases of the bench's program with the command line, and the offers that a service sends.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { root } from '../../../scripts/build-if-stale.js';

const run = promisify(execFile);
const tellPeak = fileURLToPath(new URL('../programs/delivery/tell-peak.js', import.meta.url));

/** @param {string} folder */
export async function makePublisher(folder) {
  const config = { service: { name: 'Bench', ownerid: 'BENCHMARKS' } };
  await writeFile(join(folder, 'loader.config.json'), JSON.stringify(config));
  const words = ['release', 'keygen', '--out', join(folder, 'publisher.pem'), '--json'];
  const { stdout } = await run(process.execPath, [join(root, 'bin/latchkey.js'), ...words]);
  return JSON.parse(stdout).publicKey;
}

/**
 * @param {string} folder
 * @param {string} source
 * @param {string} out
 * @param {readonly string[]} more
 */
export async function makeRelease(folder, source, out, more) {
  const words = {
    config: join(folder, 'loader.config.json'),
    channel: 'stable',
    platform: 'linux-x64',
    version: '1.0',
    entry: 'run.sh',
    'publisher-key': join(folder, 'publisher.pem'),
    out,
  };
  const named = Object.entries(words).flatMap(([name, value]) => [`--${name}`, value]);
  const latchkey = ['--import', tellPeak, 'bin/latchkey.js'];
  const args = [...latchkey, 'release', 'make', source, ...named, ...more];
  const { stderr } = await run(process.execPath, args, { cwd: root });
  return { peakBytes: Number(/^peak KiB: (\d+)$/m.exec(stderr)?.[1]) * 1024 };
}

/** @param {string} release */
export async function bytesOf(release) {
  const { chunks } = JSON.parse(await readFile(join(release, 'manifest.json'), 'utf8'));
  return chunks.reduce(
    (/** @type {number} */ sum, /** @type {any} */ { stored }) => sum + stored,
    0,
  );
}

/**
 * @param {string} release
 * @param {number} number
 */
export async function offerOf(release, number) {
  const bytes = await readFile(join(release, 'manifest.json'));
  const { sequence, version } = JSON.parse(bytes.toString());
  return {
    sequence,
    version,
    notes: '',
    required: false,
    size: null,
    stored: 0,
    manifestSha256: createHash('sha256').update(bytes).digest('hex'),
    manifestSize: bytes.length,
    manifest: `/${number}/manifest`,
    chunks: `/${number}/chunks/`,
  };
}
