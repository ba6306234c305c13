// Shared by the tests of keys and accounts: a key, in full and masked, and a check that it stays
// hidden.
import { expect } from 'vitest';
import { anna, type Harness } from './harness.ts';

export const key = 'NWND-7K2M-QX4T-91KD';
export const masked = 'NWND-••••-91KD';
export const wanted = { ...anna, key, email: null, remember: false };
export const done = { ok: true, value: null };
export const failed = (code: string) => ({ ok: false, failure: { code } });

/** Expects that no snapshot and no log line contains the key. */
export function expectHidden({ view, log }: Harness): void {
  expect(JSON.stringify(view.published)).not.toContain(key);
  expect(log.text()).not.toContain(key);
}
