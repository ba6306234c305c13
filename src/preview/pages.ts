// The browser tabs that show the preview. All of them draw the one session; a link opens in the tab that asked last.
import type { ServerResponse } from 'node:http';
import type { View } from '../main/core/ports.ts';
import type { Session } from '../shared/session.ts';

export interface Pages extends View {
  /** Sends events on `response` until the tab closes it. */
  readonly connect: (page: string, response: ServerResponse) => void;
  /** Remembers which tab gave the newest command. */
  readonly spoke: (page: string) => void;
}

export function createPages(): Pages {
  const connected = new Map<string, ServerResponse>();
  let newest: Session | null = null;
  let speaker = '';
  return {
    connect: (page, response) => {
      connected.set(page, response);
      response.once('close', () => {
        if (connected.get(page) === response) connected.delete(page);
      });
      response.write(': connected\n\n');
      // A tab that comes back after a break may have missed snapshots.
      if (newest !== null) send(response, 'session', newest);
    },
    spoke: (page) => {
      speaker = page;
    },
    publish: (session) => {
      newest = session;
      for (const response of connected.values()) send(response, 'session', session);
    },
    openLink: (url) => {
      const response = connected.get(speaker);
      if (response === undefined || !url.startsWith('https://')) return Promise.resolve(false);
      send(response, 'link', url);
      return Promise.resolve(true);
    },
    // As long as the preview runs: the core tells it to a tab that is loaded anew.
    saveLanguage: () => undefined,
    // SECURITY: this computer's clipboard is not for whoever opened a tab; there is the ordinary paste.
    readClipboard: () => Promise.resolve(null),
    // A tab does it by itself, see page/bridge.ts.
    restart: () => undefined,
  };
}

/** JSON has no line breaks, so one value is one line of the event stream. */
function send(response: ServerResponse, event: 'session' | 'link', data: unknown): void {
  response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}
