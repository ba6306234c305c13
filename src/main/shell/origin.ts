// The one address of our own page. Everything else, whatever it calls itself, is a stranger.

export const ownScheme = 'app';
const ownHost = 'loader';
export const startUrl = `${ownScheme}://${ownHost}/index.html`;

/** True for a well-formed `app://loader/...` address without user, password or port. */
export function isOwnUrl(text: string): boolean {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return false;
  }
  return (
    url.protocol === `${ownScheme}:` &&
    url.host === ownHost &&
    url.username === '' &&
    url.password === ''
  );
}
