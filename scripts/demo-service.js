// The demo service as a child process, and the copy of the configuration that points the loader at it.
import { closeSync, openSync, readFileSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
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
  const child = startNode(join(root, 'out/service/main.js'), args, log);
  closeSync(log);
  const text = await firstLine(child, readyWithinMs);
  if (text === null)
    throw new Refusal(`The demo service did not start:\n${readFileSync(logFile, 'utf8').trim()}`);
  return { line: JSON.parse(text), child };
}

/**
 * Writes `folder`/loader.config.json: the committed file with what only the running service knows, and with everything
 * that is relative to the file made to mean the same as before.
 * @param {string} folder
 * @param {ServiceLine} line
 * @returns {Promise<string>} the file
 */
export async function writeDemoConfig(folder, { url, publicKey, app }) {
  const config = JSON.parse(await readFile(join(root, 'loader.config.json'), 'utf8'));
  const { name, ownerid, version } = app;
  Object.assign(config.service, { baseUrl: url, name, ownerid, version, publicKey });
  config.launch = rebaseLaunch(config.launch);
  const pinned = await pinExample(folder, { baseUrl: url, name, ownerid, publicKeys: [publicKey] });
  config.launch.args = config.launch.args.map((/** @type {string} */ arg) =>
    arg === exampleProgram ? join(pinned, 'main.cjs') : arg,
  );
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

const exampleProgram = join(root, 'examples/protected-app/main.cjs');

/**
 * A copy of the example that believes this service alone, as a seller would make one.
 * @param {string} folder
 * @param {object} pinned
 * @returns {Promise<string>} where it is
 */
async function pinExample(folder, pinned) {
  const copy = join(folder, 'protected-app');
  await cp(join(root, 'examples/protected-app'), copy, { recursive: true });
  const text = `'use strict';\nmodule.exports = { pinned: ${JSON.stringify(pinned, null, 2)} };\n`;
  await writeFile(join(copy, 'pinned.cjs'), text);
  return copy;
}

/**
 * @param {{ path: string, args?: string[] }} launch
 */
function rebaseLaunch({ path, args = [] }) {
  return {
    path: path === '{node}' ? path : resolve(root, path),
    args: args.map((arg) => arg.replaceAll('{folder}', root.replace(/[/\\]$/, ''))),
  };
}
