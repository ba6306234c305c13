// Masks license keys for readers who do not own them, in lists, events, audit rows and chats. The
// loader shows more of a used key to its own user (main/core/session/mask-key.ts).

/** Characters shown at the end, if the key is longer than `shortestShown`. */
export const shownOfKey = 4;
export const shortestShown = 8;

/** Shows the last four characters, or none if that would be half of the key or more. */
export function maskKey(key: string): string {
  const shown = key.length > shortestShown ? key.slice(-shownOfKey) : '';
  return `****${shown}`;
}
