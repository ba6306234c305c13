// Holds the open form of two-factor sign-in, and the outcome of the last form.
import { useState } from 'react';
import type { TwoFactorOutcome } from './two-factor-outcome.ts';
import { useOffer, type OfferRequest } from './use-offer.ts';

export interface TwoFactorChange {
  readonly form: 'turn-on' | 'turn-off' | null;
  readonly outcome: TwoFactorOutcome | null;
  readonly offer: OfferRequest;
  readonly start: (form: 'turn-on' | 'turn-off') => void;
  readonly leave: (outcome: TwoFactorOutcome | null) => void;
}

export function useTwoFactorChange(): TwoFactorChange {
  const [form, setForm] = useState<TwoFactorChange['form']>(null);
  const [outcome, setOutcome] = useState<TwoFactorOutcome | null>(null);
  const offer = useOffer();
  return {
    form,
    outcome,
    offer,
    start(wanted) {
      setForm(wanted);
      if (wanted === 'turn-on') offer.ask();
    },
    leave(newOutcome) {
      offer.drop();
      setForm(null);
      setOutcome(newOutcome);
    },
  };
}
