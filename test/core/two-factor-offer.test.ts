// The QR code for authenticator apps: the loader draws it, and another program reads it, for any
// brand and user name.
import jsQR from 'jsqr';
import { expect, test } from 'vitest';
import { drawOffer } from '../../src/main/core/flows/two-factor-offer.ts';

const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567ABCDEFGH';

/** Draws the path with four pixels per module, and returns the text that a scanner reads. */
function scan({ path, size }: ReturnType<typeof drawOffer>): string | undefined {
  const scale = 4;
  const width = size * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let row = 0; row < scale; row += 1)
      for (let column = 0; column < Number(run) * scale; column += 1) {
        const at = ((Number(y) * scale + row) * width + Number(x) * scale + column) * 4;
        pixels.fill(0, at, at + 3);
      }
  return jsQR(pixels, width, width)?.data;
}

test('the offer contains brand and account, and only parameters that authenticator apps know', () => {
  const qr = drawOffer(secret, 'Northwind Studio', 'anna');
  expect(scan(qr)).toBe(
    `otpauth://totp/Northwind%20Studio:anna?secret=${secret}&issuer=Northwind%20Studio`,
  );
});

test.each([
  ['colons', 'Nord:wind: Studio', 'a:b:c'],
  ['other scripts', 'نورث ويند', 'مريم الزهراء'],
  ['characters of URLs', 'A&B=C?#/%', 'x&secret=EVIL&issuer=y'],
  ['emoji', '🚀'.repeat(50), '👩‍👩‍👧‍👦'.repeat(10)],
  ['names of the maximum length', 'B'.repeat(100), 'u'.repeat(70)],
])(
  'the offer for %s is readable, with the secret and a label with one colon',
  (_what, brand, name) => {
    const read = new URL(scan(drawOffer(secret, brand, name)) ?? '');
    expect(read.searchParams.getAll('secret')).toEqual([secret]);
    expect(read.searchParams.getAll('issuer')).toHaveLength(1);
    expect(decodeURIComponent(read.pathname).split(':')).toHaveLength(2);
    const [issuer] = decodeURIComponent(read.pathname).replace(/^\/+/, '').split(':');
    expect(issuer).toBe(read.searchParams.get('issuer'));
  },
);

test('the QR code has the white border that scanners require', () => {
  const { path, size } = drawOffer(secret, 'Northwind', 'anna');
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    expect(Math.min(Number(x), Number(y))).toBeGreaterThanOrEqual(4);
    expect(Math.max(Number(x) + Number(run), Number(y) + 1)).toBeLessThanOrEqual(size - 4);
  }
});
