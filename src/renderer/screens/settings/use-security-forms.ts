// Holds the open form of the security settings, and the outcome of the last one. SECURITY: only this
// hook holds new recovery codes, and discards them when the form closes.
import { useState } from 'react';
import type { RecoveryCodes } from '../../../shared/recovery-codes.ts';
import type { SecurityOutcome } from './security-outcome.ts';
import { useOffer, type OfferRequest } from './use-offer.ts';

export type SecurityForm = 'turn-on' | 'turn-off' | 'change-password' | 'new-codes';

export interface SecurityForms {
  readonly form: SecurityForm | null;
  /** The end of `turn-on` and `new-codes`: codes to save and confirm, or null. */
  readonly codes: RecoveryCodes | null;
  readonly outcome: SecurityOutcome | null;
  readonly offer: OfferRequest;
  readonly start: (form: SecurityForm) => void;
  readonly showCodes: (codes: RecoveryCodes) => void;
  readonly leave: (outcome: SecurityOutcome | null) => void;
}

export function useSecurityForms(): SecurityForms {
  const [form, setForm] = useState<SecurityForm | null>(null);
  const [codes, setCodes] = useState<RecoveryCodes | null>(null);
  const [outcome, setOutcome] = useState<SecurityOutcome | null>(null);
  const offer = useOffer();
  return {
    form,
    codes,
    outcome,
    offer,
    start(wanted) {
      setForm(wanted);
      if (wanted === 'turn-on') offer.ask();
    },
    showCodes(shown) {
      offer.drop();
      setCodes(shown);
    },
    leave(newOutcome) {
      offer.drop();
      setCodes(null);
      setForm(null);
      setOutcome(newOutcome);
    },
  };
}
