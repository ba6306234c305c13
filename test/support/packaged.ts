// Packages the built loader as a brand, for tests of the packaged program. Its main file is a test
// entry. Electron 33 lacks one fuse, which is not set there.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { collectTools } from '../../scripts/brand/appimage-tools.ts';
import { makeArchive } from '../../scripts/brand/archive.ts';
import { brandedConfig } from '../../scripts/brand/builder-config.ts';
import { loaderConfig } from '../../src/shared/config.ts';
import { electronFolder, inputBeforeFirstFrame } from './electron-process.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

export interface Packaged {
  readonly program: string;
  readonly archive: string;
  /** The folder with the finished formats. */
  readonly output: string;
  /** False on Electron 33, which lacks the fuse wasmTrapHandlers. */
  readonly allFuses: boolean;
}

export interface Package {
  readonly config: object;
  /** A shell script that becomes protected/app in the resources folder. */
  readonly protectedApp: string;
  /** Formats to make in addition to the unpacked folder. */
  readonly formats?: readonly PackageFormat[];
  /** Three numbers. */
  readonly version?: string;
}

/** `nsis` is built on Windows, and `zip` on macOS. */
export type PackageFormat = 'deb' | 'AppImage' | 'tar.gz' | 'nsis' | 'zip';

/** The names under which tests package the loader. */
export const packagedBrand = {
  id: 'studio.northwind.loader',
  executable: 'northwind-loader',
  version: '1.2.3',
  author: 'Northwind Studio',
  email: 'help@northwind.example',
  homepage: 'https://northwind.example/',
  productName: 'Northwind Loader',
};

/** Takes about 20 seconds. `folder` must be empty. All users can read the result. */
export async function packLoader(folder: string, given: Package): Promise<Packaged> {
  const source = path.join(folder, 'source');
  await mkdir(path.join(source, 'protected'), { recursive: true });
  for (const name of ['out', 'examples', 'scripts', 'package.json', 'electron-builder.yml'])
    await cp(path.join(project, name), path.join(source, name), { recursive: true });
  await symlink(path.join(project, 'node_modules'), path.join(source, 'node_modules'), 'junction');
  await writeFile(path.join(source, 'loader.config.json'), JSON.stringify(given.config));
  const app = path.join(source, 'protected/app');
  await writeFile(app, given.protectedApp);
  await chmod(app, 0o755);

  const electron = electronFolder();
  const version = (await readFile(path.join(electron, 'version'), 'utf8')).trim().replace('v', '');
  const allFuses = version === (await pinnedVersion());
  await writeEntry(source, electron);
  if (!allFuses) await setOnlyKnownFuses(source);
  const builder = path.join(source, 'builder.json');
  const output = path.join(folder, 'dist');
  const { formats = [], version: brandVersion = packagedBrand.version } = given;
  const brand = { ...packagedBrand, version: brandVersion };
  const branded = brandedConfig({
    base: path.join(source, 'electron-builder.yml'),
    folder: source,
    config: loaderConfig.parse(given.config),
    brand,
    output,
  });
  await writeFile(
    builder,
    JSON.stringify({
      ...branded,
      electronDist: electron,
      electronVersion: version,
      // Fast compression, only for tests.
      deb: { compression: 'gz' },
      // With the hardened runtime, library validation refuses a certificate without a team.
      mac: { hardenedRuntime: false },
      extraResources: ['protected'],
      files: [...branded.files, 'entry.cjs'],
      extraMetadata: { ...branded.extraMetadata, main: 'entry.cjs' },
    }),
  );
  const cli = path.join(project, 'node_modules/electron-builder/cli.js');
  const built = formats.filter((format) => format !== 'tar.gz');
  const args = [...systemOf(process.platform), ...built, '--config', builder];
  const where = ['--projectDir', source];
  const tools = path.join(folder, 'tools');
  if (built.includes('AppImage')) await collectQuickTools(tools);
  const env = {
    ...process.env,
    CUSTOM_FPM_PATH: path.join(project, 'scripts/fpm-deb.js'),
    APPIMAGE_TOOLS_PATH: tools,
  };
  await run(process.execPath, [cli, ...args, ...where], { cwd: source, env }).catch(
    (error: unknown) => {
      const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
      throw new Error(`electron-builder failed:\n${said}`, { cause: error });
    },
  );
  const unpacked = path.join(output, 'linux-unpacked');
  // Remove the default app of the copied Electron, which the program must not need.
  await rm(path.join(unpacked, 'resources/app'), { recursive: true, force: true });
  if (formats.includes('tar.gz')) makeArchive(output, brand);
  if (process.platform !== 'win32') await run('chmod', ['-R', 'a+rX', folder]);
  const archive = path.join(unpacked, 'resources/app.asar');
  return { program: path.join(unpacked, packagedBrand.executable), archive, output, allFuses };
}

function systemOf(platform: NodeJS.Platform): readonly string[] {
  if (platform === 'win32') return ['--win'];
  return platform === 'darwin' ? ['--mac'] : ['--linux', 'dir'];
}

/** Provides tools that make the AppImage with fast compression: 4 s of CPU instead of 20. */
async function collectQuickTools(tools: string): Promise<void> {
  collectTools(tools, process.env);
  const program = path.join(tools, 'mksquashfs');
  const real = await realpath(program);
  await rm(program);
  await writeFile(program, `#!/bin/sh\nexec ${real} "$@" -Xcompression-level 1\n`, { mode: 0o755 });
}

async function pinnedVersion(): Promise<string> {
  const text = await readFile(path.join(project, 'node_modules/electron/package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version; // the package's own manifest
}

/** If this variable is set to 1, Playwright can connect to the packaged program's page. */
export const attachVariable = 'LATCHKEY_TEST_ATTACH';

/** If this variable is set to 1, system dialogs are printed and closed instead of shown. */
export const printDialogsVariable = 'LATCHKEY_TEST_PRINT_DIALOGS';

/**
 * Writes the main file of the packaged program. It loads the polyfills for Electron 33 if needed.
 * It can append the switches for remote debugging, which the program refuses as arguments.
 */
async function writeEntry(source: string, electron: string): Promise<void> {
  const shim = path.join(electron, 'resources/app/compat33.cjs');
  const compat = existsSync(shim) ? `require(${JSON.stringify(shim)});\n` : '';
  const attach = `if (process.env.${attachVariable} === '1') {
  const { commandLine } = require('electron').app;
  commandLine.appendSwitch('remote-debugging-port', '0');
  commandLine.appendSwitch('${inputBeforeFirstFrame}');
}
`;
  const print = `if (process.env.${printDialogsVariable} === '1') {
  require('electron').dialog.showMessageBox = async (options) => {
    console.log('dialog ' + JSON.stringify(options));
    return { response: 0, checkboxChecked: false };
  };
}
`;
  await writeFile(
    path.join(source, 'entry.cjs'),
    `${compat}${attach}${print}require('./out/main/index.cjs');\n`,
  );
}

/** Removes the step scripts/set-all-fuses.js, which sets a fuse that Electron 33 lacks. */
async function setOnlyKnownFuses(source: string): Promise<void> {
  const builderConfig = path.join(source, 'electron-builder.yml');
  const lines = (await readFile(builderConfig, 'utf8')).split('\n');
  await writeFile(builderConfig, lines.filter((line) => !line.startsWith('afterPack:')).join('\n'));
}
