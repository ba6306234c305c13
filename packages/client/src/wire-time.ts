// Converts times of the wire from unix seconds to milliseconds, and detects lifetime durations.

import { msOf, type Seconds, type UnixSeconds } from '@latchkey/protocol/units.ts';

/** 9999-12-31T23:59:59Z. Lifetime keys of some services expire later than a Date can hold. */
const latestMs = 253_402_300_799_000;
const lifetimeMs = 20 * 365 * 86_400_000;

export function toMs(at: UnixSeconds): number;
export function toMs(at: UnixSeconds | null): number | null;
export function toMs(at: UnixSeconds | null): number | null {
  if (at === null) return null;
  return Math.min(Math.max(Math.round(msOf(at)), 0), latestMs);
}

/**
 * Returns whether `expiresAt` (unix milliseconds) is 20 years or more ahead
 * (docs/protocol.md#account-facts).
 */
export function isLifetime(expiresAt: number | null, nowMs: number): boolean {
  return expiresAt !== null && expiresAt - nowMs >= lifetimeMs;
}

export function isLifetimeDuration(length: Seconds): boolean {
  return msOf(length) >= lifetimeMs;
}
