// The form for new keys, with an example, what it will make, and a reseller's balance.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import type { Failure } from '@latchkey/web/failure.ts';
import { failureText } from '../../../client/failure-text.ts';
import { useLanguage } from '../../../copy/language.ts';
import { useFilled } from '../../../router/leaving.ts';
import { planName, type Plan } from '../license.ts';
import { countOf, faultsOf, leftOf, type Choice, type Fault } from './choice.ts';
import { AmountFields } from './AmountFields.tsx';
import { FormatFields } from './FormatFields.tsx';
import { NoteFields } from './NoteFields.tsx';
import { Preview } from './Preview.tsx';
import { useBalance } from './use-balance.ts';

export interface FieldsProps {
  readonly choice: Choice;
  readonly change: (choice: Choice) => void;
  /** Faults of fields that the user has filled in. */
  readonly shownFaults: ReadonlySet<Fault>;
}

interface MakeFormProps {
  readonly plans: readonly Plan[];
  readonly choice: Choice;
  readonly change: (choice: Choice) => void;
  /** Why the service refused the last request. */
  readonly failure: Failure | null;
  readonly onSubmit: (choice: Choice) => void;
}

export function MakeForm({ plans, choice, change, failure, onSubmit }: MakeFormProps) {
  const { copy } = useLanguage();
  const left = leftOf(useBalance(), choice);
  const [isTried, setTried] = useState(false);
  const [isChanged, setChanged] = useState(false);
  useFilled(isChanged);
  const faults = faultsOf(choice);
  const isTooLow = left !== null && left < (countOf(choice) ?? 0);
  const isReady = faults.size === 0 && !isTooLow;
  const fields: FieldsProps = {
    choice,
    change: (changed) => {
      setChanged(true);
      change(changed);
    },
    shownFaults: isTried ? faults : withoutEmpty(choice, faults),
  };
  return (
    <form
      className="make-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isReady) onSubmit(choice);
      }}
    >
      <div className="make-fields">
        <AmountFields {...fields} plans={plans} />
        <NoteFields {...fields} />
        <FormatFields {...fields} />
      </div>
      <MakeButton
        {...{ choice, left, isReady, isTooLow }}
        plan={planName(copy, plans, choice.level)}
        failure={isChanged ? null : failure}
      />
    </form>
  );
}

interface MakeButtonProps {
  readonly choice: Choice;
  readonly plan: string;
  readonly left: number | null;
  readonly isReady: boolean;
  readonly isTooLow: boolean;
  readonly failure: Failure | null;
}

/** The button, below what it will make and why it failed. */
function MakeButton({ choice, failure, isReady, isTooLow, ...shown }: MakeButtonProps) {
  const language = useLanguage();
  const { making } = language.copy.licenses;
  const count = countOf(choice);
  const failed = failure === null ? null : failureText(language, failure);
  const error = isTooLow ? making.balanceLow : failed;
  return (
    <div className="make-preview">
      <Preview {...shown} choice={choice} count={count} />
      {error !== null && (
        <p className="form-error" role="alert">
          {error}
        </p>
      )}
      <Button kind="filled" submit disabled={!isReady}>
        {making.submit(language.formats.number(count ?? 0), count ?? 0)}
      </Button>
    </div>
  );
}

/** Before the first try, an empty field is not reported. */
function withoutEmpty(choice: Choice, faults: ReadonlySet<Fault>): ReadonlySet<Fault> {
  const shown = new Set(faults);
  if (choice.days === '') shown.delete('days');
  if (choice.amount === '') shown.delete('amount');
  return shown;
}
