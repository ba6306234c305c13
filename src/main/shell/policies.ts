// What the page may do, as plain decisions; lockdown.ts asks them and applies the answers. Whatever is not named is refused.
import type { WebPreferences } from 'electron';
import { isOwnUrl } from './origin.ts';

/** Every preference that matters for safety is stated, also where it is the default. */
export function webPreferences(preload: string, production: boolean) {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    plugins: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    disableDialogs: true,
    // showOpenFilePicker and its like: nothing here reads or writes a file of the user's.
    disableBlinkFeatures: 'FileSystemAccess,FileSystemAccessLocal',
    spellcheck: false,
    enableWebSQL: false,
    autoplayPolicy: 'user-gesture-required',
    devTools: !production,
  } satisfies WebPreferences;
}

/** The page's own files; besides them only the developer tools' own pages, in development. */
export function allowsRequest(url: string, production: boolean): boolean {
  return isOwnUrl(url) || (!production && url.startsWith('devtools://'));
}

/** Writing text to the clipboard from our own main frame (the Copy buttons), nothing else. */
export function allowsPermission(
  permission: string,
  frame: { readonly requestingUrl: string; readonly isMainFrame: boolean },
): boolean {
  return (
    permission === 'clipboard-sanitized-write' && frame.isMainFrame && isOwnUrl(frame.requestingUrl)
  );
}

/** Who calls a command, as far as it matters. */
export interface Caller {
  readonly webContentsId: number;
  /** null: the frame is gone or has navigated since. */
  readonly frame: { readonly url: string; readonly isMainFrame: boolean } | null;
}

/** SECURITY: commands are taken from our window's main frame, while it shows our page, and from nowhere else. */
export function isTrustedCaller(caller: Caller, windowContentsId: number | null): boolean {
  return (
    windowContentsId !== null &&
    caller.webContentsId === windowContentsId &&
    caller.frame !== null &&
    caller.frame.isMainFrame &&
    isOwnUrl(caller.frame.url)
  );
}
