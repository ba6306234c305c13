// Receives deep links: from the command line of this start or a second one, or from macOS. Each link is passed on once; links that
// arrive early are queued.
// SECURITY: what a link says goes to the core and nowhere else: no log, no argument of another program.
import type { App } from 'electron';
import type { Link } from '../../shared/session.ts';
import { linkAmong, readLink } from './deep-link.ts';

export interface IncomingLinks {
  /** From here on, and for everything that came before. */
  readonly listen: (take: (link: Link) => void) => void;
}

/** To be called before the program is ready: macOS hands over the address of a start while it starts. `argv`: with the program itself. */
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
