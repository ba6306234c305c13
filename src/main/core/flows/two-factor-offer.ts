// Reads the offered two-factor secret, and draws its QR code for an authenticator app. Pure.
import { encode } from 'uqr';
import { type TwoFactorOffer } from '../../../shared/two-factor.ts';
import { type SuccessOf } from '@latchkey/protocol/client-spec.ts';

/** The lifetime of an offer (docs/protocol.md#two-factor-sign-in). */
export const offerLifetimeMs = 300_000;

/** 80 to 640 bits; services of this API family send 40 characters. */
const base32 = /^[A-Z2-7]{16,128}$/;

/** Returns the secret of an offer; null if the answer has none. */
export function offeredSecret({ '2fa': offer }: SuccessOf<'2faenable'>): string | null {
  const secret = offer?.secret_code.replaceAll(/[\s=]/g, '').toUpperCase() ?? '';
  return base32.test(secret) ? secret : null;
}

/** `issuer`: the brand. `account`: the user as the screens name them. */
export function drawOffer(secret: string, issuer: string, account: string): TwoFactorOffer['qr'] {
  const name = labelPart(issuer);
  const address = `otpauth://totp/${name}:${labelPart(account)}?secret=${secret}&issuer=${name}`;
  // The white border that scanners require.
  const { data, size } = encode(address, { ecc: 'L', boostEcc: true, border: 4 });
  return { path: data.map(pathOfRow).join(''), size };
}

/** Bounds the code's density, so that it stays readable at the size of a card. */
const maxPartLength = 120;

/** Removes colons, because apps read the text before the colon as the issuer. */
function labelPart(text: string): string {
  const letters = Array.from(text.replaceAll(':', ' ').trim());
  while (encodeURIComponent(letters.join('')).length > maxPartLength) letters.pop();
  return encodeURIComponent(letters.join(''));
}

/** Draws one rectangle for each run of black modules. */
function pathOfRow(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    if (row[x] !== true) continue;
    const from = x;
    while (row[x + 1] === true) x += 1;
    const width = String(x - from + 1);
    path += `M${String(from)} ${String(y)}h${width}v1h-${width}z`;
  }
  return path;
}
