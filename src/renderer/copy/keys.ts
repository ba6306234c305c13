// The names of keys as they stand on the keyboard of this system.

/** What copies a selected text. */
export function copyKeys(): string {
  return /Mac/i.test(navigator.userAgent) ? '⌘C' : 'Ctrl+C';
}
