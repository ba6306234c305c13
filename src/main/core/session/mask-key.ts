// Masks a key, so that users can distinguish their keys but an onlooker cannot use them.
// The service has another mask (its secrets/key-mask.ts): sellers search for it, and it must not
// reveal valid keys.

/** Replaces the hidden part. */
export const hiddenPart = '••••';

/** Shows the first and last group; if they are over half the key, up to four characters each. */
export function maskKey(key: string): string {
  const groups = key.split('-');
  const [first = '', last = ''] = [groups[0], groups.at(-1)];
  if (first !== '' && last !== '' && 2 * (first.length + last.length) <= key.length)
    return `${first}-${hiddenPart}-${last}`;
  const all = Array.from(key);
  const shown = Math.min(Math.floor(all.length / 4), 4);
  return `${all.slice(0, shown).join('')}${hiddenPart}${all.slice(all.length - shown).join('')}`;
}
