// Serves the page, and says when the page's process is busy with its script: what this process reads before that, the page waits for.
import type { BrowserWindow, Session } from 'electron';
import { answerAsset, readAssets } from './assets.ts';
import { isOwnUrl, ownScheme } from './origin.ts';

/**
 * Resolves when the page was given its script to the last byte, and whatever else it had asked for by then: this process goes on
 * writing after it has answered, and the page runs no script before it has its styles.
 */
export function servePage(
  { protocol, webRequest }: Pick<Session, 'protocol' | 'webRequest'>,
  folder: string,
): Promise<void> {
  const assets = readAssets(folder);
  return new Promise((resolve) => {
    let scriptAsked = false;
    let underWay = 0;
    protocol.handle(ownScheme, (request) => {
      scriptAsked ||= request.url.endsWith('.js');
      underWay += 1;
      return answerAsset(assets, request);
    });
    webRequest.onCompleted(({ url }) => {
      if (!isOwnUrl(url)) return;
      underWay -= 1;
      if (!scriptAsked || underWay > 0) return;
      webRequest.onCompleted(null);
      resolve();
    });
  });
}

/** Of a page that loads. One that never asks for its script has stopped loading. */
export async function whenPageReads(
  { webContents }: BrowserWindow,
  scriptGiven: Promise<void>,
): Promise<void> {
  const stopped = new Promise<void>((resolve) =>
    webContents.once('did-stop-loading', () => resolve()),
  );
  await Promise.race([scriptGiven, stopped]);
}
