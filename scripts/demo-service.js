// The demo service as a child process, and the copy of the configuration that points the loader at it.
import { closeSync, openSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { root } from './build-if-stale.js';
import { firstLine, startNode } from './children.js';
import { Refusal } from './refusal.js';

const readyWithinMs = 30_000;

/**
 * What the service prints once it listens.
 * @typedef {object} ServiceLine
 * @property {string} url
 * @property {string} publicKey
 * @property {{ name: string, ownerid: string, version: string, sellerkey: string }} app
 * @property {{ case: string, username: string, password: string, totpSecret: string | null }[]} users
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
  // Its log would bury what a person should read in the terminal.
  const logFile = join(folder, 'service.log');
  const log = openSync(logFile, 'w', 0o600);
  const args = ['--demo', '--json', '--port', '0', '--data', data];
  const child = startNode(join(root, 'packages/service/dist/main.js'), args, log);
  closeSync(log);
  const text = await firstLine(child, readyWithinMs);
  if (text === null)
    throw new Refusal(`The demo service did not start:\n${readFileSync(logFile, 'utf8').trim()}`);
  return { line: JSON.parse(text), child };
}

/**
 * Writes `folder`/loader.config.json: the committed file with what only the running service knows, the program that
 * was published there in place of the one beside it, and the logo made to mean the same as before.
 * @param {string} folder
 * @param {Pick<ServiceLine, 'url' | 'publicKey' | 'app'>} line
 * @param {string} publisherKey of the program that the loader brings
 * @returns {Promise<string>} the file
 */
export async function writeDemoConfig(folder, { url, publicKey, app }, publisherKey) {
  const config = JSON.parse(await readFile(join(root, 'loader.config.json'), 'utf8'));
  const { name, ownerid, version } = app;
  Object.assign(config.service, { baseUrl: url, name, ownerid, version, publicKey });
  delete config.launch;
  // Development only: no system starts a .cjs file by itself.
  config.delivery = { publisherKeys: [publisherKey], runner: '{node}' };
  if (config.brand.logo !== undefined) {
    const logo = basename(config.brand.logo);
    // A logo that is not there is the loader's to name, with everything else wrong in the configuration.
    await copyFile(join(root, config.brand.logo), join(folder, logo)).catch(() => {});
    config.brand.logo = logo;
  }
  const file = join(folder, 'loader.config.json');
  // By rename, so that nobody reads half a file.
  await writeFile(`${file}.new`, `${JSON.stringify(config, null, 2)}\n`);
  await rename(`${file}.new`, file);
  return file;
}
