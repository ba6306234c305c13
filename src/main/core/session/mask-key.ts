// Masks a used key: its user can tell two keys apart, and an onlooker cannot use either. Pure.
// The service masks keys for others differently (its licenses/key-mask.ts), because that mask must
// be safe for valid keys and is what sellers search for.

/** Replaces the hidden part. */
export const hiddenPart = '••••';

/** Shows the first and last group, or up to four characters at each end if that is too much. */
export function maskKey(key: string): string {
  const groups = key.split('-');
  const [first = '', last = ''] = [groups[0], groups.at(-1)];
  if (first !== '' && last !== '' && 2 * (first.length + last.length) <= key.length)
    return `${first}-${hiddenPart}-${last}`;
  const all = Array.from(key);
  const shown = Math.min(Math.floor(all.length / 4), 4);
  return `${all.slice(0, shown).join('')}${hiddenPart}${all.slice(all.length - shown).join('')}`;
}
