// Remembers this run's redeems with a lost answer: if "used" later, such a key was probably added.
import { fold } from '@latchkey/protocol/fold.ts';

export interface LostAnswers {
  readonly add: (username: string, key: string) => void;
  readonly has: (username: string, key: string) => boolean;
  readonly remove: (username: string, key: string) => void;
}

/** Bounds the memory; only someone who tries out keys needs more. */
const mostKept = 50;

export function createLostAnswers(): LostAnswers {
  const lost = new Set<string>();
  const entry = (username: string, key: string): string =>
    JSON.stringify([fold(username), fold(key)]);
  return {
    add(username, key) {
      lost.add(entry(username, key));
      const [oldest] = lost;
      if (lost.size > mostKept && oldest !== undefined) lost.delete(oldest);
    },
    has: (username, key) => lost.has(entry(username, key)),
    remove: (username, key) => void lost.delete(entry(username, key)),
  };
}
