// Derives the trust state of the service from an exchange, for display.
import { type Trust } from './facts.ts';
import { type Reading } from './answer.ts';

export interface TrustInput {
  readonly reading: Reading;
  /** Whether an answer arrived, even if it came from another server. */
  readonly answered: boolean;
  /** The public key that signed the answer. */
  readonly signedBy: string | null;
}

/**
 * `hasPublicKey` says whether the configuration has a key of the service. `nowMs` is the local
 * time. Returns null for a cancelled exchange.
 */
export function trustOf(
  { reading, answered, signedBy }: TrustInput,
  hasPublicKey: boolean,
  nowMs: number,
): Trust | null {
  if (reading.signedAtMs !== null && signedBy !== null)
    return { kind: 'verified', at: nowMs, signedBy: signedBy };
  if (reading.kind !== 'unreadable') return { kind: 'unverified' };
  const { code } = reading.facts;
  if (code === 'cancelled') return null;
  const blockedByNetwork = code === 'proxy-auth' || code === 'captive-portal';
  if (!answered || blockedByNetwork) return { kind: 'not-reached' };
  return code === 'server-down' && !hasPublicKey ? { kind: 'unverified' } : { kind: 'refused' };
}
