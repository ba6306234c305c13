// Checks addresses from the service before they are opened in the browser.

/** SECURITY: returns null for anything but https without user and password. */
export function httpsAddress(text: string | null): string | null {
  if (text === null || text.length > 2000 || !URL.canParse(text)) return null;
  const url = new URL(text);
  const plain = url.username === '' && url.password === '';
  return url.protocol === 'https:' && plain ? url.href : null;
}
