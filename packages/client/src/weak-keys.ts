// Public keys of small order. Anyone can sign with one, also without its private key.

/**
 * The y coordinates of all points of small order, little-endian. The last two are 0 and 1 again,
 * with the prime added. Source: `ge25519_has_small_order` of libsodium.
 */
const smallOrder = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
];

/** `publicKey` must be 64 hex characters. The highest bit is the sign of x. */
export function isSmallOrder(publicKey: string): boolean {
  const bytes = Buffer.from(publicKey, 'hex');
  bytes[31] = (bytes[31] ?? 0) & 0x7f;
  return smallOrder.includes(bytes.toString('hex'));
}
