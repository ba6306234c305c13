// Masks license keys in lists, events, audit rows and chats, whose readers do not own the keys. The
// loader shows more of a used key to its own user (main/core/session/mask-key.ts).

/** Number of characters shown at the end of a key that is longer than `maxHiddenLength`. */
export const shownCharacters = 4;
export const maxHiddenLength = 8;

/** Shows the last four characters, or none if that would be half of the key or more. */
export function maskKey(key: string): string {
  const shown = key.length > maxHiddenLength ? key.slice(-shownCharacters) : '';
  return `****${shown}`;
}
