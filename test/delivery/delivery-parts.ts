// Program stores for tests, with the real service, releases that the command line makes and pushes,
// the built worker, and a separate folder for each test.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import {
  createProgramStore,
  type ProgramStoreParts,
} from '../../src/main/adapters/delivery/program-store.ts';
import { createNodeDownloads } from '@latchkey/client/http-node.ts';
import { createSystemClock } from '@latchkey/client/system-clock.ts';
import type {
  InstallResult,
  InstallRun,
  ProgramStore,
  SequenceMemory,
} from '../../src/main/core/delivery/ports.ts';
import type { OfferedRelease } from '@latchkey/client/offered-release.ts';
import { buildMainPart } from '../adapters/build-main-part.ts';
import { openReleases } from '../../packages/service/test/releases-parts.ts';
import { createFakeLog } from '../support/fake-log.ts';
import type { Files } from '../support/release.ts';
import { sha256 } from './handmade-release.ts';

const line = { channel: 'stable', platform: 'linux-x64' } as const;

let built: Promise<string> | null = null;

/** The worker as it is shipped, built once for a test file. */
export function deliveryWorker(): Promise<string> {
  built ??= build();
  return built;
}

async function build(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'latchkey-delivery-worker-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const source = fileURLToPath(
    new URL('../../src/main/adapters/delivery/delivery-worker.ts', import.meta.url),
  );
  await buildMainPart(source, folder, 'delivery-worker.cjs');
  return path.join(folder, 'delivery-worker.cjs');
}

export function testFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'latchkey-program-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function memory(start: Readonly<Record<string, number>> = {}): SequenceMemory & {
  readonly all: Map<string, number>;
} {
  const all = new Map(Object.entries(start));
  return {
    all,
    highest: (of) => all.get(of) ?? null,
    raise: (of, sequence) => void all.set(of, Math.max(sequence, all.get(of) ?? 0)),
  };
}

export interface Shop {
  readonly releases: Awaited<ReturnType<typeof openReleases>>;
  /** Makes and pushes a release. Returns its folder. */
  readonly publish: (sequence: number, files: Files) => Promise<string>;
  /** Returns the release that the service offers to a new session of the user. */
  readonly offer: () => Promise<OfferedRelease>;
  readonly store: (more?: Partial<ProgramStoreParts>) => Promise<ProgramStore>;
  /** The default folder of `store`. */
  readonly root: string;
  readonly run: (more?: Partial<InstallRun>) => InstallRun;
}

export async function openShop(): Promise<Shop> {
  const releases = await openReleases();
  const { service, signIn } = releases;
  const user = await service.addUser();
  const place = testFolder();
  const root = path.join(place, 'program');
  const sequences = memory();
  const offer = async (): Promise<OfferedRelease> => {
    const offered = await releases.offer(await signIn(user));
    if (offered === null) throw new Error('Nothing is offered.');
    return offered;
  };
  return {
    releases,
    root,
    offer,
    async publish(sequence, files) {
      const release = await releases.made(sequence, files);
      const pushed = await releases.push(release);
      expect(pushed.exitCode, pushed.stderr).toBe(0);
      return release;
    },
    store: async (more = {}) =>
      createProgramStore({
        workerFile: await deliveryWorker(),
        folder: () => root,
        saveFolder: () => {
          throw new Error('It must not move.');
        },
        dataFolder: path.join(place, 'data'),
        recordsFolder: path.join(place, 'program-records'),
        service: { baseUrl: service.url, ...service.app },
        publisherKeys: [releases.publicKey],
        ...line,
        downloads: createNodeDownloads(),
        sequences,
        clock: createSystemClock(),
        log: createFakeLog(),
        ...more,
      }),
    run: (more = {}) => ({
      signal: new AbortController().signal,
      progress: () => undefined,
      renew: offer,
      ...more,
    }),
  };
}

export function fetchedOf(installing: InstallResult): number {
  if (!installing.ok) throw new Error(JSON.stringify(installing.problem));
  return installing.fetchedBytes;
}

/** Returns the content of every file below the folder, by its path. */
export function treeOf(folder: string): Record<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    names
      .filter((name) => statSync(path.join(folder, name)).isFile())
      .map((name) => [name.replaceAll(path.sep, '/'), readFileSync(path.join(folder, name))]),
  );
}

/** For comparing folders: `toEqual` takes a second for a buffer of four megabytes. */
export function hashesOf(files: Files): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([name, content]) => [name, sha256(content)]),
  );
}
