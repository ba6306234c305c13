// Rates a new password by its length and variety while the user types. The rating is advice: the
// main process, which has the word lists, refuses guessable passwords.

export type Strength = 'short' | 'plain' | 'fair' | 'good';

const minLength = 8;
const goodLength = 12;
const minDistinct = 5;
/** Shorter user names are ignored, because many passwords contain them by chance. */
const minNameLength = 3;

/** Returns null for an empty password. */
export function strengthOf(password: string, username: string): Strength | null {
  const characters = Array.from(password);
  if (characters.length === 0) return null;
  if (characters.length < minLength) return 'short';
  const name = username.trim().toLowerCase();
  const holdsName = name.length >= minNameLength && password.toLowerCase().includes(name);
  if (holdsName || new Set(characters).size < minDistinct) return 'plain';
  return characters.length < goodLength ? 'fair' : 'good';
}
