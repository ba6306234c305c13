// `normaliseAddress` gives all spellings of an IP address the same text.
import { expect, test } from 'vitest';
import { normaliseAddress } from '../src/addresses.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['  203.0.113.9\n', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:CB00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:0.0.0.1', '0.0.0.1'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['2001:0db8::0001', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::1', '::1'],
  ['::', '::'],
  ['::ffff:0:1', '0.0.0.1'],
  ['::fffe:203.0.113.9', '::fffe:cb00:7109'],
])('%j normalises to %s', (text, normal) => {
  expect(normaliseAddress(text)).toBe(normal);
  expect(normaliseAddress(normal)).toBe(normal);
});

test.each([
  '',
  'localhost',
  '1.2.3',
  '1.2.3.4.5',
  '256.1.1.1',
  '01.2.3.4',
  '[::1]',
  '1.2.3.4/8',
  ':::',
])('%j is not an address', (text) => expect(normaliseAddress(text)).toBeNull());
