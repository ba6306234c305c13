// The one address of our own page. Everything else, whatever it calls itself, is a stranger.

export const ownScheme = 'app';
const ownHost = 'loader';
export const startUrl = `${ownScheme}://${ownHost}/index.html`;

/** True for a well-formed `app://loader/...` address without user, password or port. */
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
