// A key that was used, as its own user is shown it from then on: two keys can be told apart, and nobody who looks on can use one.
// Pure. Not the shape that the service shows to others (its licenses/key-mask.ts): that one is held to be safe for keys that are
// still good, and is what sellers look for; this one leaves as much as the user knows the key by.

/** What stands for the rest of it. */
export const hiddenPart = '••••';

/** The first and the last group; where that would be more than half of it, as many characters as are a quarter. */
export function maskKey(key: string): string {
  const groups = key.split('-');
  const [first = '', last = ''] = [groups[0], groups.at(-1)];
  if (first !== '' && last !== '' && 2 * (first.length + last.length) <= key.length)
    return `${first}-${hiddenPart}-${last}`;
  const all = Array.from(key);
  const shown = Math.min(Math.floor(all.length / 4), 4);
  return `${all.slice(0, shown).join('')}${hiddenPart}${all.slice(all.length - shown).join('')}`;
}
