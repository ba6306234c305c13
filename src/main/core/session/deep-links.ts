// Deep links on their way to the page, as `wish` of the snapshot. SECURITY: a link only fills in a form; nothing here leads to a call.
import { type Link } from '../../../shared/session.ts';
import { type Publisher } from './publisher.ts';

export interface DeepLinks {
  /** Replaces one that the page has not used yet. */
  readonly take: (link: Link) => void;
  /** Does nothing when there is a newer one. */
  readonly drop: (id: number) => void;
}

export function createDeepLinks(publisher: Pick<Publisher, 'session' | 'wish'>): DeepLinks {
  let count = 0;
  return {
    take(link) {
      count += 1;
      publisher.wish({ ...link, id: count });
    },
    drop(id) {
      if (publisher.session().wish?.id === id) publisher.wish(null);
    },
  };
}
