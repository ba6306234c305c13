// Serves and loads the page, and reports when the page has its script. Only then does the main
// process load its other code, because loading it earlier would delay the page.
import type { BrowserWindow, Session } from 'electron';
import type { LanguageCode } from '../../shared/languages.ts';
import type { Log } from '../core/ports.ts';
import { answerAsset, readAssets } from './assets.ts';
import { ownScheme, startUrl } from './origin.ts';

/** Resolves when the page has its script. Blocking this process earlier would delay the page. */
export function servePage(session: Session, folder: string): Promise<void> {
  const assets = readAssets(folder);
  session.protocol.handle(ownScheme, (request) => answerAsset(assets, request));
  return new Promise((resolve) => {
    session.webRequest.onCompleted(({ url }) => {
      if (!url.endsWith('.js')) return;
      session.webRequest.onCompleted(null);
      resolve();
    });
  });
}

/**
 * SECURITY: the page is loaded only after its session is locked. The URL has the language, so that
 * the page loads its texts first. Returns false if the window was closed.
 */
export async function loadPage(
  window: BrowserWindow,
  locked: Promise<void>,
  language: LanguageCode,
): Promise<boolean> {
  await locked;
  if (window.isDestroyed()) return false;
  void window.loadURL(`${startUrl}?language=${language}`);
  return true;
}

/** `scriptServed`: from servePage. Also resolves if the page stops loading without its script. */
export async function whenScriptServed(
  { webContents }: BrowserWindow,
  scriptServed: Promise<void>,
): Promise<void> {
  const stopped = new Promise<void>((resolve) =>
    webContents.once('did-stop-loading', () => resolve()),
  );
  await Promise.race([scriptServed, stopped]);
}

export interface PageReports {
  readonly log: Log;
  readonly production: boolean;
  /** The page then has no bridge, so it cannot show this failure. */
  readonly preloadFailed: (error: unknown) => void;
}

/** Logs the first paint; in development a script also waits for it on stdout. */
export function reportPage(
  window: BrowserWindow,
  { log, production, preloadFailed }: PageReports,
): void {
  window.once('ready-to-show', () => {
    log.info('window-ready');
    if (!production) process.stdout.write('window ready\n');
  });
  window.webContents.once('preload-error', (_event, _file, error) => preloadFailed(error));
}
