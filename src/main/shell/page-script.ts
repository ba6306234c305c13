// Serves the page, and says when the page's process is busy with its script: what this process reads before that, the page waits for.
import type { BrowserWindow, Session } from 'electron';
import { answerAsset, readAssets } from './assets.ts';
import { ownScheme } from './origin.ts';

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

/** Behind `loading`. A page that never asks for its script has stopped loading. */
export async function whenPageReads(
  { webContents }: BrowserWindow,
  loading: Promise<void>,
  scriptAsked: Promise<void>,
): Promise<void> {
  const stopped = new Promise<void>((resolve) =>
    webContents.once('did-stop-loading', () => resolve()),
  );
  await loading;
  await Promise.race([scriptAsked, stopped]);
}
