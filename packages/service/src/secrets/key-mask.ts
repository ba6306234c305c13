// A license key as it is shown to whom it does not belong: in lists, events, audit rows and chats; used or not. The loader shows
// more of a used key to its own user (main/core/session/mask-key.ts).

/** So many characters are shown at the end, of keys that are longer than `shortestShown`. */
export const shownOfKey = 4;
export const shortestShown = 8;

/** All but the last four characters; all of them where that would be half of it or more. */
export function maskKey(key: string): string {
  const shown = key.length > shortestShown ? key.slice(-shownOfKey) : '';
  return `****${shown}`;
}
