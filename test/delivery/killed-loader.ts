// A loader in Node without a window, for tests that kill it. The product's code finds, downloads,
// verifies and installs its update, and signs in with the saved account. The AppImage is a script
// that starts this file with its version. Key store, hardware and window are fakes.
import '../../src/main/core/zod-config.ts';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { createNodeDownloads, createNodeHttp } from '@latchkey/client/http-node.ts';
import { createSystemClock } from '@latchkey/client/system-clock.ts';
import { openLoaderUpdateHost } from '../../src/main/adapters/delivery/open-loader-updates.ts';
import { openLocalState } from '../../src/main/adapters/local-state.ts';
import { createLogStream } from '../../src/main/adapters/log-stream.ts';
import { createVault } from '../../src/main/adapters/vault.ts';
import {
  confirmLoader,
  installPending,
  settleNewVersion,
} from '../../src/main/core/flows/loader-install.ts';
import { createLoader } from '../../src/main/core/loader.ts';
import { serviceHash } from '../../src/main/core/session/service-hash.ts';
import { parseLoaderConfig } from '../../src/shared/config.ts';
import { info } from '../core/harness.ts';
import { noDesktop } from '../support/fake-desktop.ts';
import { createFakeHardware } from '../support/fake-hardware.ts';
import { createFakeLauncher } from '../support/fake-launcher.ts';
import { createFakeSystemNotices } from '../support/fake-system-notices.ts';
import { plainKeyStore } from '../support/vault-on-disk.ts';
import { killAtStep } from './killed-at-step.ts';
import { brandId, imageName, restartCode, type LoaderJob } from './killed-loader-job.ts';

const job = JSON.parse(process.env['LOADER_JOB'] ?? '') as LoaderJob; // loader-kill-rounds.ts wrote it
const version = process.argv[2] ?? '';
const folder = path.join(job.home, 'data');
const log = createLogStream(process.stderr);
const clock = createSystemClock();
const randomHex = () => randomBytes(32).toString('hex');

async function start(): Promise<void> {
  killAtStep(job);
  const parsed = parseLoaderConfig(JSON.stringify(job.config));
  if (!parsed.ok) throw new Error(parsed.problems.join('; '));
  const { config } = parsed;
  const state = openLocalState({ folder, writable: true, log });
  let restarts = false;
  const host = openLoaderUpdateHost({
    config,
    state,
    dataFolder: folder,
    workerFile: job.workerFile,
    clock,
    log,
    version,
    downloads: createNodeDownloads,
    appId: brandId,
    running: { kind: 'app-image', image: path.join(job.home, 'apps', imageName) },
    autoUpdater: () => {
      throw new Error('Only macOS has it.');
    },
    quit: () => undefined,
    relaunch: () => void (restarts = true),
  });
  const replacement = host?.replacement ?? null;
  if (host === null || replacement === null) throw new Error('This loader has no updates.');
  const end = async (): Promise<never> => {
    await state.settled();
    process.exit(restarts ? restartCode : 0);
  };
  const install = { ...replacement, state, log, version };
  if ((await settleNewVersion(install)) || (await installPending(install))) await end();
  const loader = createLoader({
    config,
    info,
    clock,
    log,
    state,
    randomHex,
    updates: host,
    http: createNodeHttp(),
    hardware: createFakeHardware(),
    vault: createVault({
      folder,
      log,
      writable: true,
      platform: 'linux',
      now: clock.now,
      safeStorage: plainKeyStore,
      service: serviceHash(config.service),
      windowShown: Promise.resolve(),
    }),
    launcher: createFakeLauncher(),
    view: {
      publish: () => undefined,
      openLink: () => Promise.resolve(true),
      saveLanguage: () => undefined,
      readClipboard: () => Promise.resolve(null),
      readLicenses: () => Promise.resolve([]),
      restart: () => undefined,
      saveRecoveryCodes: () => Promise.resolve('cancelled'),
      printPage: () => Promise.resolve(false),
    },
    startNotices: [],
    systemNotices: createFakeSystemNotices(),
    guessesOf: () => Promise.resolve(Infinity),
    desktop: noDesktop,
    delivery: null,
  });
  confirmLoader(state, version);
  await loader.start();
  if (job.account !== null) await loader.handlers.signIn({ ...job.account, remember: true });
  const session = await loader.handlers.getSession({});
  const phase = session.ok ? session.value.phase : null;
  const username = phase?.kind === 'ready' ? phase.account.username : null;
  process.stdout.write(`${JSON.stringify({ version, phase: phase?.kind, username })}\n`);
  await loader.settled();
  if (job.restartsNow) await loader.handlers.updateLoader({});
  await end();
}

void start();
