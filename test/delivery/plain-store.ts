// A program store with a plain server and a folder that tests can change. Does not depend on a test
// runner, so that processes to be killed can use it too.
import { createHash } from 'node:crypto';
import path from 'node:path';
import {
  createProgramStore,
  type ProgramStoreParts,
} from '../../src/main/adapters/delivery/program-store.ts';
import { createNodeDownloads } from '@latchkey/client/http-node.ts';
import { createSystemClock } from '@latchkey/client/system-clock.ts';
import type { InstallRun } from '../../src/main/core/delivery/ports.ts';
import type { OfferedRelease } from '@latchkey/client/offered-release.ts';
import { createFakeLog } from '../support/fake-log.ts';
import { application } from './handmade-release.ts';

export interface PlainPlace {
  readonly workerFile: string;
  readonly url: string;
  readonly publicKey: string;
  folder: string;
}

/** Returns the folder with the records of `folder`. It is next to `beside`, the first folder. */
export function recordsOf(folder: string, beside = folder): string {
  // Windows ignores the case of names.
  const known = process.platform === 'win32' ? folder.toLowerCase() : folder;
  const name = createHash('sha256').update(known).digest('hex').slice(0, 32);
  return path.join(path.dirname(beside), 'program-records', name);
}

export function plainStore(place: PlainPlace, more: Partial<ProgramStoreParts> = {}) {
  return createProgramStore({
    workerFile: place.workerFile,
    folder: () => place.folder,
    saveFolder: (folder) => (place.folder = folder),
    dataFolder: `${place.folder}-data`,
    recordsFolder: path.join(path.dirname(place.folder), 'program-records'),
    service: { baseUrl: place.url, ...application },
    publisherKeys: [place.publicKey],
    channel: 'stable',
    platform: 'linux-x64',
    downloads: createNodeDownloads(),
    sequences: { highest: () => null, raise: () => undefined },
    clock: createSystemClock(),
    log: createFakeLog(),
    ...more,
  });
}

export function plainRun(offer: OfferedRelease, more: Partial<InstallRun> = {}): InstallRun {
  return {
    signal: new AbortController().signal,
    progress: () => undefined,
    renew: () => Promise.resolve(offer),
    ...more,
  };
}
