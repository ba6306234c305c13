// The field for a new password, with its rule and a warning about a weak one.
import { useState, type RefObject } from 'react';
import { formatNumber } from '../../copy/dates.ts';
import { fill } from '../../copy/sentences.ts';
import { maxPasswordLength } from '@latchkey/protocol/limits.ts';
import { useCopy } from '../bridge/loader-context.ts';
import { type Weakness, weaknessOf } from '../input/password-weakness.ts';
import type { FieldError } from './form-errors.tsx';
import { PasswordField } from './PasswordField.tsx';
import { useAnnouncement } from './use-live-region.ts';
import { withHint } from './with-hint.ts';

export interface NewPasswordProps {
  readonly input: RefObject<HTMLInputElement | null>;
  /** Set if the form has several passwords. */
  readonly label?: string;
  readonly username: string;
  readonly fieldError: FieldError;
  readonly inFlight: boolean;
  readonly onEdit: () => void;
}

export function NewPassword({
  input,
  label,
  username,
  fieldError,
  inFlight,
  onEdit,
}: NewPasswordProps) {
  const copy = useCopy();
  const { passwordRule, passwordWeakness } = copy.register;
  const [weakness, setWeakness] = useState<Weakness | null>(null);
  const warning = weakness === null ? null : passwordWeakness[weakness];
  useAnnouncement(warning);
  const rule = fill(passwordRule, { most: formatNumber(copy, maxPasswordLength) });
  return (
    <PasswordField
      input={input}
      inFlight={inFlight}
      isNewPassword
      {...(label !== undefined && { label })}
      {...withHint(fieldError, warning ?? rule)}
      onEdit={() => {
        onEdit();
        setWeakness(weaknessOf(input.current?.value ?? '', username));
      }}
    />
  );
}
