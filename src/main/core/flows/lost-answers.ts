// Remembers the redeems of this run whose answer was lost. If the service later reports that such a
// key is used, the key was probably added.
import { fold } from '@latchkey/protocol/fold.ts';

export interface LostAnswers {
  readonly add: (username: string, key: string) => void;
  readonly has: (username: string, key: string) => boolean;
  readonly remove: (username: string, key: string) => void;
}

/** The oldest entries are evicted. */
const maxEntries = 50;

export function createLostAnswers(): LostAnswers {
  const lost = new Set<string>();
  const entry = (username: string, key: string): string =>
    JSON.stringify([fold(username), fold(key)]);
  return {
    add(username, key) {
      lost.add(entry(username, key));
      const [oldest] = lost;
      if (lost.size > maxEntries && oldest !== undefined) lost.delete(oldest);
    },
    has: (username, key) => lost.has(entry(username, key)),
    remove: (username, key) => void lost.delete(entry(username, key)),
  };
}
