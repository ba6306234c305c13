// The shared setup of all measurements: a copy of the built loader that an unprivileged user can
// read, a running demo service, a configuration for it, and the Electron to use.
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfStale, root } from '../../scripts/build-if-stale.js';
import { endChildren } from '../../scripts/children.js';
import { publishDemoProgram } from '../../scripts/demo-program.js';
import { startDemoService, writeDemoConfig } from '../../scripts/demo-service.js';
import {
  electronDistribution,
  electronProgram,
  electronVersion,
} from '../../scripts/electron-binary.js';
import { setUpMachine } from '../../scripts/test-machine.js';

const programs = fileURLToPath(new URL('programs', import.meta.url));

const firstField = 'input[autocomplete="username"]';

/**
 * @typedef {object} Stage
 * @property {string} folder removed at the end
 * @property {{ ok: true, program: string, version: string } | { ok: false, reason: string }} electron
 * @property {import('../../scripts/demo-service.js').ServiceLine} service
 * @property {string} configFile
 * @property {string} loaderFolder
 * @property {(configFile?: string, home?: string) => import('./probed-app.js').Program} loader
 * @property {import('./probed-app.js').Program} empty
 * @property {() => Promise<void>} clear
 */

/** @returns {Promise<Stage>} */
export async function setStage() {
  await buildIfStale();
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'));
  await chmod(folder, 0o755);
  const clear = async () => {
    await endChildren();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return { folder, clear, ...(await furnish(folder)) };
  } catch (error) {
    await clear();
    throw error;
  }
}

/** @param {string} folder */
async function furnish(folder) {
  const loaderFolder = join(folder, 'loader');
  for (const part of ['client', 'main', 'hardware-worker', 'delivery-worker', 'preload'])
    await cp(join(root, 'out', part), join(loaderFolder, 'out', part), { recursive: true });
  await cp(join(root, 'package.json'), join(loaderFolder, 'package.json'));
  await cp(programs, join(folder, 'programs'), { recursive: true });
  const { line: service } = await startDemoService(join(folder, 'service'));
  const delivery = await publishDemoProgram(loaderFolder, service);
  const configFile = await writeDemoConfig(loaderFolder, service, delivery);
  const homes = join(folder, 'homes');
  await mkdir(homes);
  return {
    loaderFolder,
    service,
    configFile,
    electron: findElectron(),
    loader: (config = configFile, home = join(homes, 'loader')) => ({
      folder: loaderFolder,
      home,
      args: ['--config', config],
      field: firstField,
    }),
    empty: {
      folder: join(folder, 'programs/empty'),
      home: join(homes, 'empty'),
      args: [],
      field: null,
    },
  };
}

/**
 * Copies the loader's configuration with another address of the service.
 * @param {Stage} stage
 * @param {string} name
 * @param {string} baseUrl
 */
export async function configFor({ configFile, loaderFolder }, name, baseUrl) {
  const config = JSON.parse(await readFile(configFile, 'utf8'));
  config.service.baseUrl = baseUrl;
  const file = join(loaderFolder, `${name}.config.json`);
  await writeFile(file, JSON.stringify(config));
  return file;
}

/** The reason why a measurement is impossible on this machine. */
export class NotMeasured extends Error {}

/**
 * @param {Stage} stage
 * @returns {import('./probed-app.js').How}
 */
export function electronOf({ electron, folder }) {
  if (!electron.ok) throw new NotMeasured(electron.reason);
  return { electron: electron.program, programs: join(folder, 'programs') };
}

/** @returns {Stage['electron']} */
function findElectron() {
  const missing = (/** @type {string} */ reason) => ({ ok: /** @type {const} */ (false), reason });
  if (process.platform !== 'linux') return missing('needs Linux, for Xvfb and /proc');
  const distribution = electronDistribution() ?? setUpMachine();
  if (distribution === null) return missing('no Electron at hand');
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  for (const program of ['Xvfb', 'setpriv'])
    if (!folders.some((folder) => existsSync(join(folder, program))))
      return missing(`${program} is not installed`);
  const version = electronVersion(distribution);
  return { ok: true, program: electronProgram(distribution), version };
}
