// Rates a new password by length and simple patterns. Advice only: the service decides. Pure.

export type Strength = 'short' | 'plain' | 'fair' | 'good';

const shortBelow = 8;
const goodFrom = 12;
const fewestDifferent = 5;
/** Shorter user names are ignored, because they occur in many words. */
const namesFrom = 3;

/** null: nothing typed yet. */
export function strengthOf(password: string, username: string): Strength | null {
  const characters = Array.from(password);
  if (characters.length === 0) return null;
  if (characters.length < shortBelow) return 'short';
  const name = username.trim().toLowerCase();
  const holdsName = name.length >= namesFrom && password.toLowerCase().includes(name);
  if (holdsName || new Set(characters).size < fewestDifferent) return 'plain';
  return characters.length < goodFrom ? 'fair' : 'good';
}
