// Runs the loader's core in Node for any browser, for development only. Usage:
// `main.js --config FILE --data DIR [--move-to DIR]`. Prints the address on stdout and everything else
// on stderr. Move chooses the folder `--move-to`, because a browser cannot choose one.
import '../main/core/zod-config.ts';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { builtCommit } from '../main/adapters/built-commit.ts';
import { describeLoader, readLoaderConfig } from '../main/adapters/config-file.ts';
import { readFolders } from '../main/adapters/check-folders.ts';
import { createNodeCheckHost } from '../main/adapters/check-node.ts';
import { createHardwareSource } from '../main/adapters/hardware.ts';
import { openProgramStore } from '../main/adapters/delivery/open-program.ts';
import { readLicenses } from '../main/adapters/licenses.ts';
import { openLocalState } from '../main/adapters/local-state.ts';
import { createNodeDownloads, createNodeHttp } from '@latchkey/client/http-node.ts';
import { createAppLauncher } from '../main/adapters/launcher.ts';
import { createLogStream } from '../main/adapters/log-stream.ts';
import { createNoVault } from '../main/adapters/no-vault.ts';
import { guessesOf } from '../main/adapters/password-guesses.ts';
import { createSystemClock } from '@latchkey/client/system-clock.ts';
import type { SystemNotices } from '../main/core/ports.ts';
import { answerCall } from '../main/core/bridge-calls.ts';
import { createLoader, type LoaderParts } from '../main/core/loader.ts';
import { readPageFiles } from './files.ts';
import { startHost } from './host.ts';
import { createPages } from './pages.ts';
import { createToken } from './token.ts';

const outFolder = path.resolve(import.meta.dirname, '..');

function buildFacts(): Parameters<typeof describeLoader>[3] {
  const text = readFileSync(path.join(outFolder, '../package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string }; // our own file
  return { version, commit: builtCommit };
}

interface Options {
  readonly configFile: string;
  readonly dataFolder: string;
  readonly moveTo: string | null;
}

async function main({ configFile, dataFolder, moveTo }: Options): Promise<void> {
  const reading = readLoaderConfig(configFile);
  if (!reading.ok) {
    printError(`${configFile}: ${reading.problems.join('; ')}.`);
    return;
  }
  const { config, folder } = reading;
  const { delivery, launch } = config;
  const pages = createPages();
  const vault = createNoVault('preview');
  const log = createLogStream(process.stderr);
  const randomHex = () => randomBytes(32).toString('hex');
  const clock = createSystemClock();
  const state = openLocalState({ folder: dataFolder, writable: true, log });
  const loader = createLoader({
    config,
    info: describeLoader(config, folder, vault.ability(), buildFacts(), null),
    http: createNodeHttp(),
    clock,
    hardware: createHardwareSource({
      workerFile: path.join(outFolder, 'hardware-worker/hardware-worker.cjs'),
      dataFolder,
      log,
    }),
    vault,
    launcher: createAppLauncher({
      ...{ launch, folder, production: false, runner: delivery?.runner },
      output: 'to-stderr', // stdout is reserved for the address
    }),
    view: { ...pages, readLicenses: () => readLicenses(outFolder, []) },
    ...{ log, randomHex, guessesOf, state, startNotices: [], systemNotices: noSystemNotices },
    desktop: { window: null, autostart: null, links: null }, // a browser has its own settings
    ...openHosts({ config, state, dataFolder, clock, log }, moveTo),
  });
  const host = await startHost({
    token: createToken(),
    files: readPageFiles(
      path.join(outFolder, 'client'),
      path.join(outFolder, 'preview-page/bridge.js'),
    ),
    pages,
    answer: (name, input) => answerCall(loader.handlers, log, randomHex, name, input),
  });
  endOnSignal(() => {
    loader.stop();
    return Promise.all([host.close(), loader.settled(), state.settled()]);
  });
  process.stdout.write(`${host.url}\n`);
  await loader.start();
}

/** Browser notifications would need a permission. The page shows the same facts. */
const noSystemNotices: SystemNotices = {
  isSupported: () => false,
  show: () => undefined,
  requestAttention: () => false,
};

function endOnSignal(end: () => Promise<unknown>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void end().then(() => process.exit()));
}

function openHosts(
  parts: Parameters<typeof openDelivery>[0],
  moveTo: string | null,
): Pick<LoaderParts, 'checkHost' | 'delivery'> {
  const { dataFolder } = parts;
  const delivery = openDelivery(parts, moveTo);
  const programFolder = () => delivery?.store.folder() ?? null;
  const checkHost = createNodeCheckHost({
    readFolders: () => readFolders({ dataFolder, programFolder: programFolder() }),
  });
  return { delivery, checkHost };
}

function openDelivery(
  parts: Omit<Parameters<typeof openProgramStore>[0], 'workerFile' | 'downloads'>,
  moveTo: string | null,
): LoaderParts['delivery'] {
  // The program's parent folder must exist, because a missing folder means an unplugged disk.
  mkdirSync(parts.dataFolder, { recursive: true, mode: 0o700 });
  const program = openProgramStore({
    ...parts,
    workerFile: path.join(outFolder, 'delivery-worker/delivery-worker.cjs'),
    downloads: createNodeDownloads,
  });
  const chooseFolder = moveTo === null ? null : () => Promise.resolve(moveTo);
  return program && { ...program, chooseFolder, showFile: null };
}

function printError(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}

const { values } = parseArgs({
  options: {
    config: { type: 'string' },
    data: { type: 'string' },
    'move-to': { type: 'string' },
  },
  strict: false,
});
const { config: configFile, data: dataFolder, 'move-to': moveTo = null } = values;
if (typeof configFile === 'string' && typeof dataFolder === 'string' && typeof moveTo !== 'boolean')
  await main({ configFile, dataFolder, moveTo });
else printError('The preview needs --config FILE and --data DIR.');
