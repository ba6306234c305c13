// Serves and loads the page, and says when its process is busy with its script: what this one reads before that, the page waits for.
import type { BrowserWindow, Session } from 'electron';
import type { LanguageCode } from '../../shared/languages.ts';
import { answerAsset, readAssets } from './assets.ts';
import { ownScheme, startUrl } from './origin.ts';

/**
 * Resolves when the page has its script. It has not when it was answered: a large answer goes out in pieces, and what keeps this
 * process busy meanwhile keeps the page waiting.
 */
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

/** `scriptGiven`: of a page that is being loaded. One that never asks for its script has stopped loading. */
export async function whenPageReads(
  { webContents }: BrowserWindow,
  scriptGiven: Promise<void>,
): Promise<void> {
  const stopped = new Promise<void>((resolve) =>
    webContents.once('did-stop-loading', () => resolve()),
  );
  await Promise.race([scriptGiven, stopped]);
}
