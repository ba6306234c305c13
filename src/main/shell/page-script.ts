// Serves and loads the page, and says when the page's process is busy with its script: what this process reads before that, the page waits for.
import type { BrowserWindow, Session } from 'electron';
import type { LanguageCode } from '../../shared/languages.ts';
import { answerAsset, readAssets } from './assets.ts';
import { ownScheme, startUrl } from './origin.ts';

/** Resolves when the page was given its script. */
export function servePage(session: Session, folder: string): Promise<void> {
  const assets = readAssets(folder);
  return new Promise((resolve) => {
    session.protocol.handle(ownScheme, (request) => {
      // Twice: the answer goes out between the two.
      if (request.url.endsWith('.js')) setImmediate(() => setImmediate(resolve));
      return answerAsset(assets, request);
    });
  });
}

/**
 * SECURITY: the page is loaded when its session is locked, not before. It is told its language, so that it asks for its sentences
 * before it has asked anything else. false: the window has gone meanwhile.
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

/** Of a page that is being loaded. One that never asks for its script has stopped loading. */
export async function whenPageReads(
  { webContents }: BrowserWindow,
  scriptAsked: Promise<void>,
): Promise<void> {
  const stopped = new Promise<void>((resolve) =>
    webContents.once('did-stop-loading', () => resolve()),
  );
  await Promise.race([scriptAsked, stopped]);
}
