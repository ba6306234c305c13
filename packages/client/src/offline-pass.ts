// Verifies offline passes (docs/protocol.md#offline-passes).
// SECURITY: the signature over the raw bytes comes first, then the content.
import { verify } from 'node:crypto';
import type { Features } from '@latchkey/protocol/features.ts';
import {
  featuresAt,
  offlinePass,
  type OfflinePass,
  passDomain,
  passText,
} from '@latchkey/protocol/offline-pass.ts';
import { settingBounds } from '@latchkey/protocol/limits.ts';
import { readPublicKey, type TrustedKey } from './signature.ts';

const domain = Buffer.from(passDomain);
/** The longest time that a seller can set. */
const maxSeconds = settingBounds.offlinehours[1] * 3600;

export interface PassApplication {
  readonly name: string;
  readonly ownerid: string;
}

/**
 * Returns the content of a pass that a trusted key signed for this application; otherwise null. The
 * caller checks the user, the computer and the time.
 */
export function readOfflinePass(
  text: string,
  trusted: readonly TrustedKey[],
  application: PassApplication,
): OfflinePass | null {
  if (!passText.safeParse(text).success) return null;
  const [encodedJson = '', encodedSignature = ''] = text.split('.');
  const json = Buffer.from(encodedJson, 'base64url');
  const signature = Buffer.from(encodedSignature, 'base64url');
  // SECURITY: one pass has one spelling, so the unused bits of the last character must be zero.
  if (json.toString('base64url') !== encodedJson) return null;
  if (signature.toString('base64url') !== encodedSignature) return null;
  const signed = Buffer.concat([domain, json]);
  if (!trusted.some(({ key }) => verify(null, signed, key, signature))) return null;
  const pass = parse(json);
  if (pass === null || pass.until - pass.issued > maxSeconds) return null;
  // SECURITY: one key signs for all applications of a service.
  return pass.name === application.name && pass.ownerid === application.ownerid ? pass : null;
}

function parse(json: Buffer): OfflinePass | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(json);
    return offlinePass.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export interface PassCheckOptions extends PassApplication {
  /** At least one public key of the service, in 64 hex characters. */
  readonly publicKeys: readonly string[];
  /** This computer's clock, unix milliseconds. */
  readonly nowMs: number;
}

export type PassCheck =
  /** `features`: those at `nowMs`, because some can end before the pass. */
  | { readonly ok: true; readonly pass: OfflinePass; readonly features: Features }
  /** `clock-behind`: this computer's clock shows a time before the pass was issued. */
  | { readonly ok: false; readonly fault: 'invalid' | 'expired' | 'clock-behind' };

/** The time by which the clock of a computer may be behind that of the service. */
const behindMs = 5 * 60_000;

/**
 * Checks a pass for a program that the loader launched. The program cannot check the computer, and
 * a clock that was set back within the time of the pass is not detected.
 */
export function verifyOfflinePass(
  text: string,
  { publicKeys, nowMs, ...application }: PassCheckOptions,
): PassCheck {
  const pass = readOfflinePass(text, publicKeys.map(readPublicKey), application);
  if (pass === null) return { ok: false, fault: 'invalid' };
  if (nowMs >= pass.until * 1000) return { ok: false, fault: 'expired' };
  if (nowMs < pass.issued * 1000 - behindMs) return { ok: false, fault: 'clock-behind' };
  return { ok: true, pass, features: featuresAt(pass, Math.floor(nowMs / 1000)) };
}
