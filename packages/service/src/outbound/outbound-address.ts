// Decides which addresses a request to a seller's URL may reach: public unicast addresses. Any
// address not known to be public is refused. Source: the IANA registries of special-purpose IPv4
// and IPv6 addresses.
import { BlockList, isIP } from 'node:net';

const special4 = blockList('ipv4', [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local: cloud metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT relays
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
  '168.63.129.16/32', // Azure's platform endpoint, not in the registries
]);

/** Other IPv6 addresses are loopback, mapped, link-local, unique-local, multicast or unassigned. */
const global6 = blockList('ipv6', ['2000::/3']);
const special6 = blockList('ipv6', [
  '2001::/23', // protocol assignments: Teredo, ORCHID, benchmarks and others
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: embeds an IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
]);
/** NAT64 (RFC 6052). The embedded IPv4 address decides. */
const nat64 = blockList('ipv6', ['64:ff9b::/96']);

/** `address` has the form that resolvers return, without brackets. Any other text is not public. */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false;
  switch (isIP(address)) {
    case 4:
      return !special4.check(address, 'ipv4');
    case 6:
      if (nat64.check(address, 'ipv6')) return isPublicAddress(lastFourBytes(address));
      return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
    default:
      return false;
  }
}

function blockList(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits = ''] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}

function lastFourBytes(address: string): string {
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [high = 0, low = 0] = plain
    .split(':')
    .slice(-2)
    .map((group) => parseInt(group === '' ? '0' : group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
