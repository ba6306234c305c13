// The secret that an authenticator app is set up with. SECURITY: it is here alone, and goes when this is closed and when it is over.
import { useEffect, useEffectEvent, useState } from 'react';
import { useParts } from '../../bridge/loader-context.ts';
import { useCommand } from '../../bridge/use-command.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { TwoFactorOffer } from '../../../shared/two-factor.ts';

export type Offer =
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'here'; readonly offer: TwoFactorOffer }
  /** Its time is over, by the clock or as the service says. */
  | { readonly kind: 'over' };

export interface OfferAsked {
  readonly state: Offer;
  /** Since it was asked for first. */
  readonly wasShown: boolean;
  readonly pending: boolean;
  readonly ask: () => void;
  /** Its time is over. */
  readonly end: () => void;
  /** Whoever wanted it leaves; not while it is asked for. */
  readonly drop: () => void;
}

export function useOffer(): OfferAsked {
  const { bridge } = useParts();
  const command = useCommand<TwoFactorOffer>();
  const [offer, setOffer] = useState<TwoFactorOffer | null>(null);
  const [over, setOver] = useState(false);
  const [wasShown, setWasShown] = useState(false);
  const ask = async () => {
    setOver(false);
    const answer = await command.run(() => bridge.offerTwoFactor({}));
    if (answer?.ok !== true) return;
    setOffer(answer.value);
    setWasShown(true);
  };
  const drop = () => {
    setOffer(null);
    setOver(false);
    setWasShown(false);
    command.clear();
  };
  const end = () => {
    setOffer(null);
    setOver(true);
  };
  const endNow = useEffectEvent(end);
  useEffect(() => {
    if (offer === null) return;
    // Beside the countdown on the screen: a clock that is set back does not keep it longer.
    const timer = setTimeout(() => endNow(), Math.max(0, offer.expiresAt - Date.now()));
    return () => clearTimeout(timer);
  }, [offer]);
  const state = stateOf(offer, over, command.failure);
  return { state, wasShown, pending: command.pending, ask: () => void ask(), end, drop };
}

function stateOf(offer: TwoFactorOffer | null, over: boolean, failure: Failure | null): Offer {
  if (offer !== null) return { kind: 'here', offer };
  if (over) return { kind: 'over' };
  return failure === null ? { kind: 'asking' } : { kind: 'failed', failure };
}
