// Which addresses of a service a client accepts.

/**
 * True for https, and for plain http to the literal loopback addresses only, in any build. An address has no query, fragment, user or
 * password; it may have a path.
 */
export function isServiceAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const loopback = url.hostname === '127.0.0.1' || url.hostname === '[::1]';
  const plain = `${url.search}${url.hash}${url.username}${url.password}` === '';
  return plain && (url.protocol === 'https:' || (url.protocol === 'http:' && loopback));
}

export const addressRule =
  'must be an https:// address without query; http:// only for 127.0.0.1 and [::1]';
