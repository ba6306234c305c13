// Requests and holds the secret for an authenticator app. SECURITY: only this hook holds the
// secret, and discards it when the form closes or the secret expires.
import { useEffect, useEffectEvent, useState } from 'react';
import { useLoaderContext } from '../../bridge/loader-context.ts';
import { useCommand } from '../../bridge/use-command.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { TwoFactorOffer } from '../../../shared/two-factor.ts';

export type OfferState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'available'; readonly offer: TwoFactorOffer }
  /** The secret expired by the clock, or the service reported its expiry. */
  | { readonly kind: 'expired' };

export interface OfferRequest {
  readonly state: OfferState;
  /** Whether a secret was shown since the form opened. */
  readonly wasShown: boolean;
  readonly pending: boolean;
  readonly ask: () => void;
  readonly expire: () => void;
  /** Discards the secret. Must not be called during a request. */
  readonly drop: () => void;
}

export function useOffer(): OfferRequest {
  const { bridge } = useLoaderContext();
  const command = useCommand<TwoFactorOffer>();
  const [offer, setOffer] = useState<TwoFactorOffer | null>(null);
  const [expired, setExpired] = useState(false);
  const [wasShown, setWasShown] = useState(false);
  const ask = async () => {
    setExpired(false);
    const answer = await command.run(() => bridge.offerTwoFactor({}));
    if (answer?.ok !== true) return;
    setOffer(answer.value);
    setWasShown(true);
  };
  const drop = () => {
    setOffer(null);
    setExpired(false);
    setWasShown(false);
    command.clear();
  };
  const expire = () => {
    setOffer(null);
    setExpired(true);
  };
  const expireNow = useEffectEvent(expire);
  useEffect(() => {
    if (offer === null) return;
    // The countdown follows the clock. This timer expires the secret even if the clock is set back.
    const timer = setTimeout(() => expireNow(), Math.max(0, offer.expiresAt - Date.now()));
    return () => clearTimeout(timer);
  }, [offer]);
  const state = stateOf(offer, expired, command.failure);
  return { state, wasShown, pending: command.pending, ask: () => void ask(), expire, drop };
}

function stateOf(
  offer: TwoFactorOffer | null,
  expired: boolean,
  failure: Failure | null,
): OfferState {
  if (offer !== null) return { kind: 'available', offer };
  if (expired) return { kind: 'expired' };
  return failure === null ? { kind: 'asking' } : { kind: 'failed', failure };
}
