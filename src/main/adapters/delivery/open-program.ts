// The program of one loader: where it lies, its own data beside it, and the releases that the configuration trusts.
import path from 'node:path';
import type { LoaderConfig } from '../../../shared/config.ts';
import type { ProgramStore } from '../../core/delivery/ports.ts';
import type { Downloads } from '@latchkey/client/ports.ts';
import type { LocalState, Log } from '../../core/ports.ts';
import type { Clock } from '@latchkey/client/ports.ts';
import { serviceHash } from '../../core/session/service-hash.ts';
import { openProgramHome } from './program-home.ts';
import { createProgramStore } from './program-store.ts';
import { createSequenceMemory } from './sequence-memory.ts';

export interface OpenProgramParts {
  readonly config: LoaderConfig;
  readonly state: LocalState;
  /** Absolute: the user's own folder for this loader. */
  readonly dataFolder: string;
  readonly workerFile: string;
  readonly downloads: () => Downloads;
  readonly clock: Clock;
  readonly log: Log;
}

/** null: the program lies in the package. */
export function openProgram(
  parts: OpenProgramParts,
): { readonly store: ProgramStore; readonly platform: string } | null {
  const { config, state, dataFolder, downloads, ...rest } = parts;
  const { delivery, service } = config;
  if (delivery === undefined) return null;
  const hash = serviceHash(service);
  // As a manifest names it.
  const platform = `${process.platform}-${process.arch}`;
  const home = openProgramHome({ system: process.platform, env: process.env, dataFolder });
  const store = createProgramStore({
    ...rest,
    downloads: downloads(),
    folder: () => state.get().programFolder[hash] ?? path.join(home, 'program'),
    keepFolder: (folder) =>
      state.change({ programFolder: { ...state.get().programFolder, [hash]: folder } }),
    dataFolder: path.join(dataFolder, 'program-data'),
    service,
    publisherKeys: delivery.publisherKeys,
    channel: delivery.channel,
    platform,
    sequences: createSequenceMemory(state, hash),
  });
  return { store, platform };
}
