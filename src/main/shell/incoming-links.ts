// Receives deep links from a command line or from macOS, and queues early ones.
// SECURITY: a link's content goes to the core only, never into a log or another program.
import type { App } from 'electron';
import type { Link } from '../../shared/session.ts';
import { linkAmong, readLink } from './deep-link.ts';

export interface IncomingLinks {
  /** Passes on all queued and later links. */
  readonly listen: (take: (link: Link) => void) => void;
}

/** Call it before 'ready', when macOS sends the URL of a start. `argv` includes the program. */
export function watchIncomingLinks(
  app: Pick<App, 'on'>,
  { scheme, argv }: { readonly scheme: string | undefined; readonly argv: readonly string[] },
): IncomingLinks {
  if (scheme === undefined) return { listen: () => undefined };
  const early: Link[] = [];
  let take = (link: Link): void => void early.push(link);
  const came = (link: Link | null): void => {
    if (link !== null) take(link);
  };
  came(linkAmong(scheme, argv.slice(1)));
  app.on('second-instance', (_event, second) => came(linkAmong(scheme, second.slice(1))));
  app.on('open-url', (event, address) => {
    event.preventDefault();
    came(readLink(scheme, address));
  });
  return {
    listen(given) {
      take = given;
      for (const link of early.splice(0)) given(link);
    },
  };
}
