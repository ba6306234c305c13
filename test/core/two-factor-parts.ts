// Shared by the tests of two-factor sign-in: a secret, a code, and the answers of a service that
// turns it on or off.
import { expect } from 'vitest';
import { accountInfo, type Scripted } from '../support/fake-http.ts';
import { atReady, type Harness } from './harness.ts';

export const secret = 'NWND5ECRETKEY7Q2MXX4T5NKDNWND5ECRETKEY77';
export const code = '042917';
export const done = { ok: true, value: null };
export const failed = (wanted: string) => ({ ok: false, failure: { code: wanted } });
export const offer = (more: object = {}): Scripted => ({
  success: true,
  message: 'Scan it',
  '2fa': { secret_code: secret, QRCode: 'otpauth://totp/else?secret=ELSE' },
  ...more,
});
export const activated: Scripted = { success: true, message: '2fa successfully activated' };
export const disabled: Scripted = { success: true, message: '2fa successfully disabled' };
export const twoFactorOf = ({ at }: Harness) => at('ready').account.twoFactor;
/** `2faenable` with a code, and without one: the offer, and the request that confirms it. */
export function enable({ http }: Harness, withCode: Scripted, without: Scripted): void {
  http.on('2faenable', ({ params }) => (params['code'] === undefined ? without : withCode));
}

/** `on`: whether the service reports two-factor sign-in as on; null if it reports neither. */
export async function signedIn(on: boolean | null = null): Promise<Harness> {
  const harness = await atReady();
  if (on === null) return harness;
  harness.http.on('check', { success: true, info: { ...accountInfo('anna'), twofactor: on } });
  await harness.handlers.retry({});
  expect(twoFactorOf(harness)).toBe(on);
  return harness;
}
