// Defines and recognizes the URL of our own page. Every other URL is untrusted.

export const ownScheme = 'app';
const ownHost = 'loader';
export const startUrl = `${ownScheme}://${ownHost}/index.html`;

/** Returns true for a well-formed `app://loader/...` URL without user, password or port. */
export function isOwnUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    url.protocol === `${ownScheme}:` &&
    url.host === ownHost &&
    url.username === '' &&
    url.password === ''
  );
}
