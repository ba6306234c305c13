// Opens what the loader needs to update itself: the store of its verified packages, and the
// installer for the kind of package that runs.
import path from 'node:path';
import { loaderVersionForm } from '@latchkey/protocol/release/loader.ts';
import type { LoaderInstaller } from '../../core/flows/loader-install.ts';
import type { LoaderUpdateHost } from '../../core/flows/loader-updates.ts';
import { serviceHash } from '../../core/session/service-hash.ts';
import { createAppImageInstaller } from '../app-image.ts';
import type { LoaderPackage } from '../loader-package.ts';
import { createMacUpdater, type AutoUpdater } from '../mac-updater.ts';
import { createWindowsInstaller } from '../windows-installer.ts';
import { createSequenceMemory, realHomeOf, type OpenProgramStoreParts } from './open-program.ts';
import { createProgramStore } from './program-store.ts';

export interface OpenLoaderUpdatesParts extends OpenProgramStoreParts {
  /** The brand id of the package; null if it has none. */
  readonly appId: string | null;
  /** The version of the package. */
  readonly version: string;
  /** Null if it cannot be replaced. */
  readonly running: LoaderPackage | null;
  /** Called on macOS only. */
  readonly autoUpdater: () => AutoUpdater;
  readonly quit: () => void;
  /** Quits, and starts this program again. */
  readonly relaunch: () => void;
}

/** Returns null if this loader never asks for newer releases of itself. */
export function openLoaderUpdateHost(parts: OpenLoaderUpdatesParts): LoaderUpdateHost | null {
  const { config, state, running, version, appId } = parts;
  const { updates } = config;
  if (updates === undefined || appId === null || !loaderVersionForm.test(version)) return null;
  // The form that manifests use.
  const platform = `${process.platform}-${process.arch}`;
  const { channel } = updates;
  const line = { platform, channel, version };
  if (running === null) return { ...line, replacement: null };
  const home = realHomeOf(parts.dataFolder);
  const store = createProgramStore({
    workerFile: parts.workerFile,
    clock: parts.clock,
    log: parts.log,
    downloads: parts.downloads(),
    folder: () => path.join(home, 'loader-update'),
    // Only programs move.
    saveFolder: () => undefined,
    dataFolder: home,
    recordsFolder: path.join(home, 'program-records'),
    service: config.service,
    platform,
    channel,
    brandId: appId,
    publisherKeys: updates.publisherKeys,
    sequences: createSequenceMemory(state, serviceHash(config.service)),
  });
  const installer = openInstaller(running, parts);
  return { ...line, replacement: { store, installer, saved: state.settled } };
}

export type OpenInstallerParts = Pick<
  OpenLoaderUpdatesParts,
  'dataFolder' | 'autoUpdater' | 'quit' | 'relaunch'
>;

export function openInstaller(
  running: LoaderPackage,
  { dataFolder, autoUpdater, quit, relaunch }: OpenInstallerParts,
): LoaderInstaller {
  if (running.kind === 'app-image') return createAppImageInstaller(running.image, relaunch);
  const folder = path.join(realHomeOf(dataFolder), 'loader-installer');
  return running.kind === 'mac'
    ? createMacUpdater({ folder, autoUpdater: autoUpdater() })
    : createWindowsInstaller({ folder, quit });
}
