// Remembers redeems of this run with a lost answer: if such a key is "used" later, it was probably
// added.
import { fold } from '@latchkey/protocol/fold.ts';

export interface LostAnswers {
  readonly add: (username: string, key: string) => void;
  readonly has: (username: string, key: string) => boolean;
  readonly remove: (username: string, key: string) => void;
}

/** Bounds the memory; the oldest entries are evicted. */
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
