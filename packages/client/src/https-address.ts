// Validates URLs from the service before a browser opens them.

/** SECURITY: returns null unless the URL is https without user and password. */
export function httpsAddress(text: string | null): string | null {
  if (text === null || text.length > 2000 || !URL.canParse(text)) return null;
  const url = new URL(text);
  const plain = url.username === '' && url.password === '';
  return url.protocol === 'https:' && plain ? url.href : null;
}
