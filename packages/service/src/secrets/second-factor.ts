// The second factor of users and of people who work for a seller: one-time codes (SHA-1, 6 digits,
// 30 s, one step tolerance), offers of a new secret, and recovery codes.
import { randomBytes } from 'node:crypto';
import { generateSecret, verifySync } from 'otplib';
import {
  recoveryAlphabet,
  recoveryCodeCount,
  recoveryCodeLength,
} from '@latchkey/protocol/limits.ts';
import { openAt, sealAt } from './at-rest.ts';
import type { ServiceSecret } from './service-secret.ts';

const stepSeconds = 30;
/** Within this time, a code confirms an offered secret. */
export const offerSeconds = 300;
/** Encodes to 40 characters of base32. */
const secretBytes = 25;

/** Whose secrets are sealed. */
type Purpose = 'one-time codes' | 'codes of people';

interface Offer {
  readonly totpPendingSecret: string | null;
  readonly totpPendingAt: number | null;
}

/** Returns a new secret in base32, and the columns that offer it. SECURITY: shown once. */
export function makeOffer(secret: ServiceSecret, purpose: Purpose, id: string, now: number) {
  const offered = generateSecret({ length: secretBytes });
  const totpPendingSecret = sealAt(secret, purpose, [id], offered);
  // The second factor is off, so no code of this secret was accepted yet.
  return { offered, columns: { totpPendingSecret, totpPendingAt: now, totpStep: 0 } };
}

/** Returns the sealed secret of an offer, or null if there is none or it has expired. */
export function openOffer(offer: Offer, now: number): string | null {
  return (offer.totpPendingAt ?? 0) + offerSeconds > now ? offer.totpPendingSecret : null;
}

/** Returns the URL that a QR code shows. */
export function enrolmentUrl(label: string, secret: string, issuer: string): string {
  const [account, from] = [encodeURIComponent(label), encodeURIComponent(issuer)];
  return `otpauth://totp/${account}?secret=${secret}&issuer=${from}`;
}

/** The columns without a second factor and an offer. */
export const withoutFactor = {
  totpSecret: null,
  totpPendingSecret: null,
  totpPendingAt: null,
} as const;

/** Returns the step of a one-time code, or null if the code is wrong or its step was accepted. */
export function acceptedStep(
  secret: ServiceSecret,
  purpose: Purpose,
  /** `totpSecret` is sealed. */
  holder: { readonly id: string; readonly totpSecret: string; readonly totpStep: number },
  token: string,
  now: number,
): number | null {
  const opened = openAt(secret, purpose, [holder.id], holder.totpSecret);
  const options = { secret: opened, token, epoch: now, epochTolerance: stepSeconds };
  const result = verifySync(options);
  if (!result.valid || !('timeStep' in result)) return null;
  const { timeStep } = result;
  // A stored step after the newest valid one comes from a clock that was ahead.
  const newest = Math.floor(now / stepSeconds) + 1;
  return timeStep <= holder.totpStep && holder.totpStep <= newest ? null : timeStep;
}

export function makeRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < recoveryCodeCount) codes.add(randomCode());
  return [...codes];
}

function randomCode(): string {
  return codeOfBytes(randomBytes(recoveryCodeLength));
}

/**
 * Returns a code in the form of a recovery code, of eight bytes. The alphabet has 32 characters, so
 * 5 bits of a byte select one without bias.
 */
export function codeOfBytes(bytes: Uint8Array): string {
  const characters = Array.from(bytes, (byte) => recoveryAlphabet[byte & 31]);
  const half = recoveryCodeLength / 2;
  return `${characters.slice(0, half).join('')}-${characters.slice(half).join('')}`;
}
