// Tracks the browser tabs of the preview. All tabs show the same session. A link opens in the tab
// of the last command.
import type { ServerResponse } from 'node:http';
import { programCopy } from '../copy/program.ts';
import { recoverySheet } from '../copy/recovery-sheet.ts';
import type { View } from '../main/core/ports.ts';
import type { LanguageCode } from '../shared/languages.ts';
import type { Session } from '../shared/session.ts';

export interface Pages extends Omit<View, 'readLicenses'> {
  /** Sends events on `response` until the tab closes the connection. */
  readonly connect: (page: string, response: ServerResponse) => void;
  /** Remembers the tab of the newest command. */
  readonly setActivePage: (page: string) => void;
}

export function createPages(): Pages {
  const connected = new Map<string, ServerResponse>();
  let newest: Session | null = null;
  let activePage = '';
  let language: LanguageCode = 'en';
  return {
    connect: (page, response) => {
      connected.set(page, response);
      response.once('close', () => {
        if (connected.get(page) === response) connected.delete(page);
      });
      response.write(': connected\n\n');
      // A tab that reconnects may have missed snapshots.
      if (newest !== null) send(response, 'session', newest);
    },
    setActivePage: (page) => {
      activePage = page;
    },
    publish: (session) => {
      newest = session;
      for (const response of connected.values()) send(response, 'session', session);
    },
    openLink: (url) => {
      const response = connected.get(activePage);
      if (response === undefined || !url.startsWith('https://')) return Promise.resolve(false);
      send(response, 'link', url);
      return Promise.resolve(true);
    },
    // The core holds the language while the preview runs; the file needs it too.
    saveLanguage: (chosen) => {
      language = chosen;
    },
    saveRecoveryCodes: (sheet) => {
      const response = connected.get(activePage);
      if (response === undefined) return Promise.resolve('failed');
      send(response, 'file', recoverySheet(programCopy(language), sheet));
      return Promise.resolve('saved');
    },
    printPage: () => {
      const response = connected.get(activePage);
      if (response !== undefined) send(response, 'print', null);
      return Promise.resolve(response !== undefined);
    },
    // SECURITY: a tab must not read this computer's clipboard. Ordinary pasting works in a browser.
    readClipboard: () => Promise.resolve(null),
    // page/bridge.ts reloads the tab.
    restart: () => undefined,
  };
}

/** Sends an event. JSON has no line breaks, so the data fits on one line of the stream. */
function send(
  response: ServerResponse,
  event: 'session' | 'link' | 'file' | 'print',
  data: unknown,
): void {
  response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}
