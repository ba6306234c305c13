// A store on a plain server and a folder that can be changed; knows no test runner, so that a process that is to be killed uses it too.
import {
  createProgramStore,
  type ProgramStoreParts,
} from '../../src/main/adapters/delivery/program-store.ts';
import { createNodeDownloads } from '@latchkey/client/http-node.ts';
import { createSystemClock } from '@latchkey/client/system-clock.ts';
import type { InstallRun } from '../../src/main/core/delivery/ports.ts';
import type { OfferedRelease } from '@latchkey/client/offered-release.ts';
import { createFakeLog } from '../support/fake-log.ts';
import { application } from './made-release.ts';

export interface PlainPlace {
  readonly workerFile: string;
  readonly url: string;
  readonly publicKey: string;
  folder: string;
}

export function plainStore(place: PlainPlace, more: Partial<ProgramStoreParts> = {}) {
  return createProgramStore({
    workerFile: place.workerFile,
    folder: () => place.folder,
    saveFolder: (folder) => (place.folder = folder),
    dataFolder: `${place.folder}-data`,
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
