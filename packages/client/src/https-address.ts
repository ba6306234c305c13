// An address that the service named, fit to be opened in the browser; null for anything but plain https. Pure.

/** SECURITY: kept only when it is plain https, without user or password. */
export function httpsAddress(text: string | null): string | null {
  if (text === null || text.length > 2000 || !URL.canParse(text)) return null;
  const url = new URL(text);
  const plain = url.username === '' && url.password === '';
  return url.protocol === 'https:' && plain ? url.href : null;
}
