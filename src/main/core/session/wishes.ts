// What links from outside asked for, on its way to the page. SECURITY: a wish is only shown; nothing here leads to a call.
import { type Link } from '../../../shared/session.ts';
import { type Publisher } from './publisher.ts';

export interface Wishes {
  /** In place of one that has not been taken up yet. */
  readonly take: (link: Link) => void;
  /** Does nothing when there is a newer one. */
  readonly drop: (id: number) => void;
}

export function createWishes(publisher: Pick<Publisher, 'session' | 'wish'>): Wishes {
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
