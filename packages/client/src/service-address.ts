// Validates the URL of a license service.

/**
 * SECURITY: accepts only https, and plain http to literal loopback addresses, in every build.
 * Allows a path, but no query, fragment, user or password.
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
