// Starts the demo service as a child process, and writes a loader configuration for it.
import { closeSync, openSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { root } from './build-if-stale.js';
import { firstLine, startNode } from './children.js';
import { readConfiguration } from './read-configuration.js';
import { Refusal } from './refusal.js';

const readyWithinMs = 30_000;

/**
 * The JSON line that the service prints when it is ready.
 * @typedef {object} ServiceLine
 * @property {string} url
 * @property {string} publicKey
 * @property {string | null} desk the address of the desk
 * @property {string | null} page the address of the customers' page
 * @property {{ name: string, ownerid: string, version: string, sellerkey: string }} app
 * @property {{ ownerid: string, name: string, password: string } | null} owner
 * @property {{
 *   case: string, username: string, password: string, totpSecret: string | null
 * }[]} users
 * @property {{ key: string, days: number, level: string, status: string }[]} licenses
 */

/**
 * Starts the demo service with its data in `folder`/data and its log in `folder`/service.log.
 * @param {string} folder
 * @returns {Promise<{ line: ServiceLine, child: import('node:child_process').ChildProcess }>}
 */
export async function startDemoService(folder) {
  const data = join(folder, 'data');
  await mkdir(data, { recursive: true });
  // The log goes to a file, to keep the terminal free for the user.
  const logFile = join(folder, 'service.log');
  const log = openSync(logFile, 'w', 0o600);
  const args = ['--demo', '--json', '--port', '0', '--data', data];
  const child = startNode(join(root, 'packages/service/dist/main.js'), args, log);
  closeSync(log);
  const text = await firstLine(child, readyWithinMs);
  if (text === null)
    throw new Refusal(`The demo service did not start:\n${readFileSync(logFile, 'utf8').trim()}`);
  /** @type {ServiceLine} */
  const line = JSON.parse(text);
  // "latchkey demo keep" and "app newkey" end a demo.
  if (line.app === null)
    throw new Refusal(
      `The data in ${data} is not a demo any more. Move it away to start a new one.`,
    );
  return { line, child };
}

/**
 * Writes `folder`/loader.config.json. It is the committed file with the URL and key of the running
 * service, and with the published program instead of the bundled one. Also copies the
 * images.
 * @param {string} folder
 * @param {Pick<ServiceLine, 'url' | 'publicKey' | 'app'>} line
 * @param {Readonly<Record<string, unknown>>} delivery of the published program
 * @returns {Promise<string>} the path of the file
 */
export async function writeDemoConfig(folder, { url, publicKey, app }, delivery) {
  const config = readConfiguration(join(root, 'loader.config.json'));
  const { name, ownerid, version } = app;
  Object.assign(config.service, { baseUrl: url, name, ownerid, publicKey, loaderVersion: version });
  delete config.launch;
  config.delivery = delivery;
  for (const image of ['logo', 'cover']) {
    const given = config.brand[image];
    if (given === undefined) continue;
    // The loader reports a missing image together with all other errors of the configuration.
    await copyFile(join(root, given), join(folder, basename(given))).catch(() => {});
    config.brand[image] = basename(given);
  }
  const file = join(folder, 'loader.config.json');
  // Rename into place, so that no reader sees a partial file.
  await writeFile(`${file}.new`, `${JSON.stringify(config, null, 2)}\n`);
  await rename(`${file}.new`, file);
  return file;
}
