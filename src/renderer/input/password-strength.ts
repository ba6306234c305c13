// Rates a new password by length and simple patterns. Advice only: the service decides. Pure.

export type Strength = 'short' | 'plain' | 'fair' | 'good';

const minLength = 8;
const goodLength = 12;
const minDistinct = 5;
/** Shorter user names are ignored, because they occur in many words. */
const minNameLength = 3;

/** null: nothing typed yet. */
export function strengthOf(password: string, username: string): Strength | null {
  const characters = Array.from(password);
  if (characters.length === 0) return null;
  if (characters.length < minLength) return 'short';
  const name = username.trim().toLowerCase();
  const holdsName = name.length >= minNameLength && password.toLowerCase().includes(name);
  if (holdsName || new Set(characters).size < minDistinct) return 'plain';
  return characters.length < goodLength ? 'fair' : 'good';
}
