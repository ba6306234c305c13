// Publishes the demo's program with the command line. Later starts of the demo publish it again
// only after a change.
import { createCipheriv, createHash, createPublicKey } from 'node:crypto';
import { cp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './build-if-stale.js';
import { startChild } from './children.js';
import { Refusal } from './refusal.js';
import { buildExample } from './sdks/examples.ts';

/** Size of a file that makes the download long enough to show its progress. */
const pictureBytes = 12_000_000;

/**
 * Publishes the program from files in `folder`, and returns the loader's configuration of it.
 * @param {string} folder
 * @param {Pick<import('./demo-service.js').ServiceLine, 'url' | 'publicKey' | 'app'>} service
 * @param {string | null} language of the program; null is JavaScript
 * @returns {Promise<Readonly<Record<string, unknown>>>}
 */
export async function publishDemoProgram(folder, service, language = null) {
  const { url, publicKey: serviceKey, app } = service;
  const at = (/** @type {string} */ name) => join(folder, name);
  const publicKey = await publisherKey(at('publisher.pem'));
  const delivery = {
    publisherKeys: [publicKey],
    ...(language === null
      ? // The runner is for development only. No system can execute a .cjs file directly.
        { runner: '{node}' }
      : // The release of an earlier start is pinned to another port.
        { policy: 'before-launch' }),
  };
  const { name, ownerid } = app;
  const entry = await writeProgram(at('protected-app'), service, language);
  const inputs = await hashOf(at('protected-app'), [name, ownerid, serviceKey, publicKey]);
  const previous = await readPublished(at('published.json'));
  if (previous.inputs === inputs) return delivery;
  const sequence = previous.sequence + 1;
  // Save the sequence first, because a start after an interruption must use a higher one.
  await writeFile(at('published.json'), JSON.stringify({ inputs: '', sequence }));
  await rm(at('release'), { recursive: true, force: true });
  await writeFile(at('application.json'), JSON.stringify({ service: { name, ownerid } }));
  await latchkey('release make', [at('protected-app')], {
    config: at('application.json'),
    channel: 'stable',
    platform: `${process.platform}-${process.arch}`,
    version: `1.${sequence}`,
    sequence: String(sequence),
    entry,
    'publisher-key': at('publisher.pem'),
    out: at('release'),
  });
  await rm(at('seller-key'), { force: true });
  await writeFile(at('seller-key'), app.sellerkey, { mode: 0o600 });
  await latchkey('release push', [at('release')], { url, 'key-file': at('seller-key') });
  await writeFile(at('published.json'), JSON.stringify({ inputs, sequence }));
  return delivery;
}

/**
 * Returns the public key in hex. The first start creates the key pair.
 * @param {string} file
 */
async function publisherKey(file) {
  const pem = await readFile(file).catch(() => null);
  if (pem === null) await latchkey('release keygen', [], { out: file });
  const { x = '' } = createPublicKey(pem ?? (await readFile(file))).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url').toString('hex');
}

/**
 * Writes a copy of an example that is pinned to this service, and returns the file to launch.
 * @param {string} folder
 * @param {Pick<import('./demo-service.js').ServiceLine, 'url' | 'publicKey' | 'app'>} service
 * @param {string | null} language
 */
async function writeProgram(folder, { url, publicKey, app: { name, ownerid } }, language) {
  await rm(folder, { recursive: true, force: true });
  if (language !== null)
    return buildExample(
      language,
      { address: url, application: name, ownerid, keys: publicKey },
      folder,
    );
  await cp(join(root, 'examples/protected-app'), folder, { recursive: true });
  const pinned = { baseUrl: null, name, ownerid, publicKeys: [publicKey] };
  const text = `'use strict';\nmodule.exports = { pinned: ${JSON.stringify(pinned, null, 2)} };\n`;
  await writeFile(join(folder, 'pinned.cjs'), text);
  // A file for a realistic size.
  const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16));
  await writeFile(join(folder, 'pictures.bin'), noise.update(Buffer.alloc(pictureBytes)));
  return 'main.cjs';
}

/**
 * @param {string} folder
 * @param {readonly string[]} more
 */
async function hashOf(folder, more) {
  const hash = createHash('sha256').update(JSON.stringify(more));
  for (const name of (await readdir(folder)).sort())
    hash.update(`\n${name}\n`).update(await readFile(join(folder, name)));
  return hash.digest('hex');
}

/**
 * @param {string} file
 * @returns {Promise<{ inputs: string, sequence: number }>}
 */
async function readPublished(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return { inputs: '', sequence: 0 };
  }
}

/**
 * @param {string} command
 * @param {readonly string[]} given
 * @param {Readonly<Record<string, string>>} options
 */
async function latchkey(command, given, options) {
  const named = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const args = [join(root, 'bin/latchkey.js'), ...command.split(' '), ...given, ...named];
  const child = startChild(process.execPath, args, { stdout: 'pipe', stderr: 'pipe' });
  let output = '';
  child.stdout?.resume();
  child.stderr?.on('data', (/** @type {Buffer} */ bytes) => (output += bytes.toString('utf8')));
  const exitCode = await new Promise((resolve) => {
    child.once('close', resolve);
    child.once('error', resolve);
  });
  if (exitCode !== 0)
    throw new Refusal(`The demo's program was not published (${command}): ${output.trim()}`);
}
