// What one exchange with the service proved: the fact that the footer draws. Pure.
import { type Trust } from './facts.ts';
import { type Reading } from './answer.ts';

export interface Exchange {
  readonly reading: Reading;
  /** Whether anything came back at all, from whomever. */
  readonly answered: boolean;
}

/**
 * `verifies`: the configuration names the key of the service. `nowMs`: this computer's clock. null: the exchange was given
 * up, and proved nothing.
 */
export function trustOf(
  { reading, answered }: Exchange,
  verifies: boolean,
  nowMs: number,
): Trust | null {
  if (reading.signedAtMs !== null) return { kind: 'verified', at: nowMs };
  if (reading.kind !== 'unreadable') return { kind: 'unverified' };
  const { code } = reading.facts;
  if (code === 'cancelled') return null;
  const betweenUs = code === 'proxy-auth' || code === 'captive-portal';
  if (!answered || betweenUs) return { kind: 'not-reached' };
  return code === 'server-down' && !verifies ? { kind: 'unverified' } : { kind: 'refused' };
}
