// Installs a newer loader on macOS with Electron's autoUpdater. It reads the package from an http
// server, so the loader serves its verified copy on this computer alone, under a random address.
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import type { LoaderInstaller } from '../core/flows/loader-install.ts';
import { copyVerified, problemOf } from './verified-copy.ts';

export interface MacUpdaterParts {
  /** Absolute path of a folder for the copy alone. */
  readonly folder: string;
  readonly autoUpdater: AutoUpdater;
  /** The window does not open meanwhile. Tests change it. */
  readonly limitMs?: number;
}

/**
 * The used part of Electron's autoUpdater. SECURITY: it accepts only an application with the
 * signature of the running one.
 */
export interface AutoUpdater {
  readonly setFeedURL: (feed: { readonly url: string }) => void;
  readonly checkForUpdates: () => void;
  readonly quitAndInstall: () => void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'update-downloaded' | 'update-not-available', listener: () => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'update-downloaded' | 'update-not-available', listener: () => void): unknown;
}

export function createMacUpdater({
  folder,
  autoUpdater,
  limitMs = 120_000,
}: MacUpdaterParts): LoaderInstaller {
  return {
    async prepare(from) {
      try {
        await rm(folder, { recursive: true, force: true });
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const copy = path.join(folder, 'update.zip');
        await copyVerified(from, copy, 0o600);
        const place = () => fetchLocally(autoUpdater, copy, limitMs);
        return { ok: true, previousSha256: null, isPlacedImmediately: false, place };
      } catch (error) {
        return { ok: false, cause: problemOf(error) };
      }
    },
    // The previous application is no longer on this computer.
    restore: () => Promise.resolve(false),
    restart: () => autoUpdater.quitAndInstall(),
  };
}

/** Resolves when autoUpdater has read, checked and unpacked the package. */
async function fetchLocally(
  autoUpdater: AutoUpdater,
  file: string,
  limitMs: number,
): Promise<void> {
  const secret = randomBytes(16).toString('hex');
  const server = createServer((request, response) => {
    const { port } = addressOf(server);
    if (request.url === `/${secret}`)
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ url: `http://127.0.0.1:${port}/${secret}.zip` }));
    else if (request.url === `/${secret}.zip`)
      createReadStream(file)
        .on('error', () => response.destroy())
        .pipe(response.writeHead(200, { 'content-type': 'application/zip' }));
    else response.writeHead(404).end();
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    const url = `http://127.0.0.1:${addressOf(server).port}/${secret}`;
    await downloaded(autoUpdater, url, limitMs);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

function downloaded(autoUpdater: AutoUpdater, url: string, limitMs: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const onDone = (): void => resolve(undefined);
  const onRefused = (): void => reject(new Error('The update was refused.'));
  const timer = setTimeout(() => reject(new Error('The update took too long.')), limitMs);
  autoUpdater.on('error', reject);
  autoUpdater.on('update-not-available', onRefused);
  autoUpdater.on('update-downloaded', onDone);
  autoUpdater.setFeedURL({ url });
  autoUpdater.checkForUpdates();
  return promise.finally(() => {
    clearTimeout(timer);
    autoUpdater.off('error', reject);
    autoUpdater.off('update-not-available', onRefused);
    autoUpdater.off('update-downloaded', onDone);
  });
}

function addressOf(server: Server): { readonly port: number } {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address;
}
