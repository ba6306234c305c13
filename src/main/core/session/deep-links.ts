// Passes deep links to the page, in the snapshot's field `deepLink`.
// SECURITY: a link only fills in a form; nothing here leads to a request.
import { type DeepLink } from '../../../shared/session.ts';
import { type Publisher } from './publisher.ts';

export interface DeepLinks {
  /** Replaces a link that the page has not handled yet. */
  readonly take: (link: DeepLink) => void;
  /** Does nothing if a newer link has replaced it. */
  readonly drop: (id: number) => void;
}

export function createDeepLinks(publisher: Pick<Publisher, 'session' | 'deepLink'>): DeepLinks {
  let count = 0;
  return {
    take(link) {
      count += 1;
      publisher.deepLink({ ...link, id: count });
    },
    drop(id) {
      if (publisher.session().deepLink?.id === id) publisher.deepLink(null);
    },
  };
}
