// Creates the program store of one loader: default folder, trusted keys and highest sequences.
import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { LoaderConfig } from '../../../shared/config.ts';
import type { SequenceMemory } from '../../core/delivery/ports.ts';
import type { DeliveryHost } from '../../core/flows/delivery-types.ts';
import type { Downloads } from '@latchkey/client/ports.ts';
import type { LocalState, Log } from '../../core/ports.ts';
import type { Clock } from '@latchkey/client/ports.ts';
import { serviceHash } from '../../core/session/service-hash.ts';
import { realDisk } from './disk.ts';
import { readLocalUser } from './local-user.ts';
import { resolveOwnLinks } from './own-folder.ts';
import { createProgramStore } from './program-store.ts';

export interface OpenProgramStoreParts {
  readonly config: LoaderConfig;
  readonly state: LocalState;
  /** Absolute path of the user's data folder for this loader. */
  readonly dataFolder: string;
  readonly workerFile: string;
  readonly downloads: () => Downloads;
  readonly clock: Clock;
  readonly log: Log;
}

/** Returns null if the program is part of the package. */
export function openProgramStore(
  parts: OpenProgramStoreParts,
): Pick<DeliveryHost, 'store' | 'platform' | 'emulatedPlatform'> | null {
  const { config, state, dataFolder, downloads, ...rest } = parts;
  const { delivery, service } = config;
  if (delivery === undefined) return null;
  const hash = serviceHash(service);
  // The form that manifests use.
  const platform = `${process.platform}-${process.arch}`;
  const emulatedPlatform = emulatedBy(process.platform, process.arch);
  const home = realHomeOf(dataFolder);
  const saved = (): string | undefined => state.get().programFolder[hash];
  const saveFolder = (folder: string): void =>
    state.change({ programFolder: { ...state.get().programFolder, [hash]: folder } });
  // Earlier versions saved folders that are reached through the user's own links.
  const real = resolveSaved(saved(), home);
  if (real !== saved() && real !== undefined) saveFolder(real);
  const store = createProgramStore({
    ...rest,
    downloads: downloads(),
    folder: () => saved() ?? path.join(home, 'program'),
    saveFolder,
    dataFolder: path.join(dataFolder, 'program-data'),
    recordsFolder: path.join(home, 'program-records'),
    service,
    publisherKeys: delivery.publisherKeys,
    channel: delivery.channel,
    sharedFolders: delivery.sharedFolders,
    platform,
    emulatedPlatform,
    sequences: createSequenceMemory(state, hash),
  });
  return { store, platform, emulatedPlatform };
}

/** Windows and macOS start programs for x64 on ARM. Returns null if the system emulates nothing. */
export function emulatedBy(system: string, architecture: string): string | null {
  const emulates = architecture === 'arm64' && (system === 'win32' || system === 'darwin');
  return emulates ? `${system}-x64` : null;
}

/** Returns the folder unchanged if it cannot be resolved safely; each use checks it again. */
function resolveSaved(folder: string | undefined, home: string): string | undefined {
  if (folder === undefined || process.platform === 'win32') return folder;
  try {
    const user = readLocalUser({ profile: home, mayAccept: false });
    return resolveOwnLinks({ disk: realDisk, user }, folder) ?? folder;
  } catch {
    return folder;
  }
}

/** The loader's own folder is trusted, so a link to it is resolved once. */
export function realHomeOf(dataFolder: string): string {
  try {
    return realpathSync.native(dataFolder);
  } catch {
    return dataFolder;
  }
}

/**
 * Saves the highest sequence of each release line in the state file, because the program's folder
 * may be a copy from another computer. `service`: the service's hash.
 */
export function createSequenceMemory(
  state: Pick<LocalState, 'get' | 'change'>,
  service: string,
): SequenceMemory {
  const nameOf = (line: string): string => `${service} ${line}`;
  return {
    highest: (line) => state.get().highestSequence[nameOf(line)] ?? null,
    raise(line, sequence) {
      const { highestSequence } = state.get();
      if (sequence <= (highestSequence[nameOf(line)] ?? 0)) return;
      state.change({ highestSequence: { ...highestSequence, [nameOf(line)]: sequence } });
    },
  };
}
