// Decides what the page and the callers of bridge commands may do. lockdown.ts applies the rules.
import type { WebPreferences } from 'electron';
import { isOwnUrl } from './origin.ts';

/** Sets every preference that affects security, even to its default. */
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
    // showOpenFilePicker and similar: this page never reads or writes a file of the user.
    disableBlinkFeatures: 'FileSystemAccess,FileSystemAccessLocal',
    spellcheck: false,
    enableWebSQL: false,
    autoplayPolicy: 'user-gesture-required',
    devTools: !production,
  } satisfies WebPreferences;
}

/** Allows the page's own files, and in development the developer tools' pages. */
export function allowsRequest(url: string, production: boolean): boolean {
  return isOwnUrl(url) || (!production && url.startsWith('devtools://'));
}

/** Allows our main frame to write text to the clipboard (the Copy buttons), nothing else. */
export function allowsPermission(
  permission: string,
  frame: { readonly requestingUrl: string; readonly isMainFrame: boolean },
): boolean {
  return (
    permission === 'clipboard-sanitized-write' && frame.isMainFrame && isOwnUrl(frame.requestingUrl)
  );
}

export interface Caller {
  readonly webContentsId: number;
  /** Null if the frame is gone or has navigated. */
  readonly frame: { readonly url: string; readonly isMainFrame: boolean } | null;
}

/** SECURITY: accepts commands only from our window's main frame, while it shows our page. */
export function isTrustedCaller(caller: Caller, windowContentsId: number | null): boolean {
  return (
    windowContentsId !== null &&
    caller.webContentsId === windowContentsId &&
    caller.frame !== null &&
    caller.frame.isMainFrame &&
    isOwnUrl(caller.frame.url)
  );
}
