// Normalises IP addresses, so that equal addresses are equal strings.
import { isIP } from 'node:net';

/**
 * Returns the normal form of an address: IPv4 in dotted decimal; IPv6 in lower case, compressed and
 * without a zone; an IPv4-mapped address as IPv4. Ignores surrounding white space. Returns null if
 * the text is not an IP address.
 */
export function normaliseAddress(text: string): string | null {
  const bare = text.trim();
  switch (isIP(bare)) {
    case 4:
      return bare;
    case 6:
      return normaliseIpv6(bare.replace(/%.*$/s, ''));
    default:
      return null;
  }
}

function normaliseIpv6(address: string): string {
  const compressed = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(compressed);
  if (mapped === null) return compressed;
  const [high, low] = [mapped[1], mapped[2]].map((group) => parseInt(group ?? '', 16));
  return [high, low].flatMap((group = 0) => [group >> 8, group & 255]).join('.');
}

/**
 * Returns the network of a normalised address: the /64 of an IPv6 address, because one client
 * controls all of it, and an IPv4 address unchanged.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Returns whether only this machine can reach an address. */
export function isLoopback(address: string): boolean {
  const normal = normaliseAddress(address) ?? '';
  return normal === '::1' || normal.startsWith('127.');
}
