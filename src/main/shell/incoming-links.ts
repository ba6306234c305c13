// Receives deep links from a command line or from macOS, and queues them until the core listens.
// SECURITY: a link's content goes to the core only, never into a log or another program.
import type { App } from 'electron';
import type { DeepLink } from '../../shared/session.ts';
import { findLink, readLink } from './deep-link.ts';

export interface IncomingLinks {
  /** Passes all queued and later links to `take`. */
  readonly listen: (take: (link: DeepLink) => void) => void;
}

/** Call it before 'ready': macOS sends the URL of a start early. `argv` includes the program. */
export function watchIncomingLinks(
  app: Pick<App, 'on'>,
  { scheme, argv }: { readonly scheme: string | undefined; readonly argv: readonly string[] },
): IncomingLinks {
  if (scheme === undefined) return { listen: () => undefined };
  const pending: DeepLink[] = [];
  let take = (link: DeepLink): void => void pending.push(link);
  const accept = (link: DeepLink | null): void => {
    if (link !== null) take(link);
  };
  accept(findLink(scheme, argv.slice(1)));
  app.on('second-instance', (_event, second) => accept(findLink(scheme, second.slice(1))));
  app.on('open-url', (event, address) => {
    event.preventDefault();
    accept(readLink(scheme, address));
  });
  return {
    listen(given) {
      take = given;
      for (const link of pending.splice(0)) given(link);
    },
  };
}
