// Finds weaknesses of a new password while the user types: too short, or too little variety. The
// page never calls a password good, because only the main process has the word lists and decides.

export type Weakness = 'short' | 'plain';

const minLength = 8;
const minDistinct = 5;
/** Shorter user names are ignored, because many passwords contain them by chance. */
const minNameLength = 3;

/** Returns null for an empty password, and if no weakness is found. */
export function weaknessOf(password: string, username: string): Weakness | null {
  const characters = Array.from(password);
  if (characters.length === 0) return null;
  if (characters.length < minLength) return 'short';
  const name = username.trim().toLowerCase();
  const holdsName = name.length >= minNameLength && password.toLowerCase().includes(name);
  return holdsName || new Set(characters).size < minDistinct ? 'plain' : null;
}
