// The ways in from outside: a link in the command line of this start or of a second one, and an address that macOS hands over.
// Each link is passed on once; those that come before somebody listens are kept in order.
// SECURITY: what a link says goes to the core and nowhere else: no log, no argument of another program.
import type { App } from 'electron';
import type { Link } from '../../shared/session.ts';
import { linkAmong, readLink } from './deep-link.ts';

export interface WaysIn {
  /** From here on, and for everything that came before. */
  readonly listen: (take: (link: Link) => void) => void;
}

/** To be called before the program is ready: macOS hands over the address of a start while it starts. `argv`: with the program itself. */
export function watchWaysIn(
  app: Pick<App, 'on'>,
  { scheme, argv }: { readonly scheme: string | undefined; readonly argv: readonly string[] },
): WaysIn {
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
