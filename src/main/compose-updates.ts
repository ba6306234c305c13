// Wires the loader's own updates. compose.ts imports this file only if one is pending, because an
// earlier import would delay the window.
import { autoUpdater, type App } from 'electron';
import {
  openInstaller,
  openLoaderUpdateHost,
  type OpenLoaderUpdatesParts,
} from './adapters/delivery/open-loader-updates.ts';
import { createElectronDownloads } from './adapters/http-electron.ts';
import { findLoaderPackage } from './adapters/loader-package.ts';
import { installPending, settleNewVersion } from './core/flows/loader-install.ts';
import type { LoaderUpdateHost } from './core/flows/loader-updates.ts';
import { readAppId } from './shell/app-identity.ts';
import { relaunch, type RelaunchAs } from './shell/crash-recovery.ts';

export interface UpdatesParts extends Pick<
  OpenLoaderUpdatesParts,
  'config' | 'state' | 'dataFolder' | 'workerFile' | 'clock' | 'log'
> {
  readonly app: App;
  readonly relaunchAs: RelaunchAs;
}

/** Returns null if this loader never asks for newer releases of itself. */
export function openUpdates({ app, relaunchAs, ...parts }: UpdatesParts): LoaderUpdateHost | null {
  return openLoaderUpdateHost({
    ...parts,
    downloads: createElectronDownloads,
    appId: readAppId(app),
    version: app.getVersion(),
    running: findLoaderPackage(process),
    ...systemParts(app, relaunchAs),
  });
}

/** Installs what waits for a start. Returns true if the program ends now. */
export async function installPendingUpdate(parts: UpdatesParts): Promise<boolean> {
  const { state, log, app } = parts;
  try {
    const replacement = openUpdates(parts)?.replacement ?? null;
    if (replacement === null) return false;
    return await installPending({ ...replacement, state, log, version: app.getVersion() });
  } catch (error) {
    // The version that runs must start anyway.
    log.error('installing an update failed', {}, error);
    return false;
  }
}

/**
 * Counts the start of a new version, or restores the previous one. Needs no configuration, because
 * that of the new version can be broken. Returns true if the program ends now.
 */
export async function undoFailingUpdate({
  app,
  state,
  dataFolder,
  log,
  relaunchAs,
}: Pick<UpdatesParts, 'app' | 'state' | 'dataFolder' | 'log' | 'relaunchAs'>): Promise<boolean> {
  try {
    const running = findLoaderPackage(process);
    if (running === null) return false;
    const installer = openInstaller(running, { dataFolder, ...systemParts(app, relaunchAs) });
    return await settleNewVersion({ installer, state, log, version: app.getVersion() });
  } catch (error) {
    log.error('undoing an update failed', {}, error);
    return false;
  }
}

function systemParts(app: App, relaunchAs: RelaunchAs) {
  return {
    autoUpdater: () => autoUpdater,
    quit: () => app.quit(),
    relaunch: () => relaunch(app, relaunchAs),
  };
}
