// Runs `npm start`: builds if the build is stale, starts the demo service unless a configuration is
// given, and opens the loader's window. Without a display, it opens the preview in a browser.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrand } from './brand/find-brand.ts';
import { buildIfStale, root } from './build-if-stale.js';
import { endChildren, firstLine, startNode } from './children.js';
import { publishDemoProgram } from './demo-program.js';
import { demoSheet, oneTimeCodes } from './demo-sheet.js';
import { startDemoService, writeDemoConfig } from './demo-service.js';
import { findElectron } from './electron-binary.js';
import { whenNpmIsGone } from './npm-gone.js';
import { openBrowser } from './open-browser.js';
import { openLoader } from './open-electron.js';
import { Refusal, runScript } from './refusal.js';

const previewWithinMs = 15_000;
let ending = false;
const options = readOptions(process.argv.slice(2));

await runScript(start);
// Pending work must not continue after the script has ended.
process.exit();

async function start() {
  if (options instanceof Refusal) throw options;
  const stopped = stopSignal();
  const folder = options.json
    ? await mkdtemp(join(tmpdir(), 'latchkey-demo-'))
    : join(root, '.demo');
  try {
    await mkdir(folder, { recursive: true });
    await Promise.race([openAndWait(options, folder), stopped]);
  } finally {
    ending = true;
    await endChildren();
    if (options.json) await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {readonly string[]} args
 * @returns {{ config: string | null, json: boolean, program: string | null } | Refusal}
 */
function readOptions(args) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        brand: { type: 'string' },
        config: { type: 'string' },
        json: { type: 'boolean', default: false },
        program: { type: 'string' },
      },
    });
    const config = configFileOf(values);
    if (config !== null && !existsSync(config))
      return new Refusal(`There is no configuration file at ${config}.`);
    if (config !== null && values.program !== undefined)
      return new Refusal('--program is for the demo, without --brand and --config.');
    return { config, json: values.json, program: values.program ?? null };
  } catch (error) {
    if (error instanceof Refusal) return error;
    return new Refusal(
      'npm start knows only --brand NAME, --config FILE, --program LANGUAGE and --json, after "--".',
    );
  }
}

/**
 * Returns null for the demo.
 * @param {{ brand?: string | undefined, config?: string | undefined }} given
 */
function configFileOf({ brand, config }) {
  if (brand !== undefined) return join(findBrand(brand), 'loader.config.json');
  // npm runs scripts in the project's folder, but the path is relative to the user's folder.
  const from = process.env.INIT_CWD ?? process.cwd();
  return config === undefined ? null : resolve(from, config);
}

/**
 * Resolves when the user or the system ends this process. Ignores later signals, because Ctrl-C may
 * come from both the terminal and npm, and the demo's temporary data must still be removed.
 */
function stopSignal() {
  return new Promise((stop) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
    whenNpmIsGone(() => stop(undefined));
  });
}

/**
 * @param {{ config: string | null, json: boolean, program: string | null }} given
 * @param {string} folder
 */
async function openAndWait({ config: given, json, program }, folder) {
  await buildIfStale();
  const service = given === null ? await startDemoService(folder) : null;
  service?.child.once('exit', () => {
    if (!ending) console.error('The demo service has ended.');
  });
  const config = service === null ? given : await prepareDemo(folder, service.line, program);
  if (config === null) throw new Refusal('There is no configuration.');

  const window = await openWindow(json, config, given === null ? folder : null);
  if (window.ready) {
    if (service !== null) showSheet(service.line, console.log);
    const [exitCode] = await once(window.child, 'exit');
    if (exitCode !== 0 && !ending) throw new Refusal('The loader ended unexpectedly.');
    return;
  }
  if (!json) console.error(`Opening the preview in a browser: ${window.reason}.`);
  const preview = await openPreview(config, folder);
  if (json) console.log(JSON.stringify({ url: preview.url, service: service?.line ?? null }));
  else console.log(`\n  ${preview.url}\n`);
  if (service !== null) showSheet(service.line, json ? console.error : console.log);
  if (!json) openBrowser(preview.url);
  await once(preview.child, 'exit');
  throw new Refusal('The preview has ended.');
}

/**
 * Publishes the program before the loader starts, and returns the path of the configuration.
 * @param {string} folder
 * @param {import('./demo-service.js').ServiceLine} line
 * @param {string | null} language of the program; null is JavaScript
 */
async function prepareDemo(folder, line, language) {
  return writeDemoConfig(folder, line, await publishDemoProgram(folder, line, language));
}

/**
 * Opens the loader in Electron, or returns a reason to open the preview instead.
 * @param {boolean} json
 * @param {string} config
 * @param {string | null} demoFolder
 * @returns {ReturnType<typeof openLoader>}
 */
async function openWindow(json, config, demoFolder) {
  const noWindow = (/** @type {string} */ reason) => ({
    ready: /** @type {const} */ (false),
    reason,
  });
  if (json) return noWindow('--json asks for it');
  if (process.getuid?.() === 0)
    return noWindow("Chromium's sandbox does not run as root (user id 0)");
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    return noWindow('there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)');
  const electron = await findElectron();
  if (!electron.ok) return noWindow(electron.reason);
  return openLoader(electron.program, config, demoFolder);
}

/**
 * @param {string} config
 * @param {string} folder
 */
async function openPreview(config, folder) {
  const child = startNode(join(root, 'out/preview/main.js'), [
    ...['--config', config, '--data', join(folder, 'preview')],
  ]);
  const url = await firstLine(child, previewWithinMs);
  if (url === null) throw new Refusal('The preview did not start.');
  return { url, child };
}

/**
 * @param {import('./demo-service.js').ServiceLine} line
 * @param {(text: string) => void} print
 */
function showSheet(line, print) {
  print(`${demoSheet(line, Date.now())}\n`);
  if (!process.stdin.isTTY) return;
  print('  Press Enter for a fresh code, Ctrl-C to end.\n');
  process.stdin.on('data', () => print(oneTimeCodes(line.users, Date.now()).join('\n')));
}
