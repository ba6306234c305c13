// The form for new keys, with an example, what it will make, and a reseller's balance.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import type { Failure } from '../../../client/failure.ts';
import { failureText } from '../../../client/failure-text.ts';
import { useCopy, useFormats, useLanguage } from '../../../copy/language.ts';
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
  const language = useLanguage();
  const { making } = useCopy().licenses;
  const { number } = useFormats();
  const balances = useBalance();
  const [isTried, setTried] = useState(false);
  const [isHidden, setHidden] = useState(false);
  const faults = faultsOf(choice);
  const count = countOf(choice);
  const left = leftOf(balances, choice);
  const isTooLow = left !== null && left < (count ?? 0);
  const fields: FieldsProps = {
    choice,
    change: (changed) => {
      setHidden(true);
      change(changed);
    },
    shownFaults: isTried ? faults : withoutEmpty(choice, faults),
  };
  const plan = planName(language.copy, plans, choice.level);
  return (
    <form
      className="make-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        setHidden(false);
        if (faults.size === 0 && !isTooLow) onSubmit(choice);
      }}
    >
      <div className="make-fields">
        <AmountFields {...fields} plans={plans} />
        <NoteFields {...fields} />
        <FormatFields {...fields} />
      </div>
      <div className="make-preview">
        <Preview {...{ choice, plan, count, left }} isWrong={faults.size > 0} />
        {failure !== null && !isHidden && (
          <p className="form-error" role="alert">
            {failureText(language, failure)}
          </p>
        )}
        {isTooLow && (
          <p className="form-error" role="alert">
            {making.balanceLow}
          </p>
        )}
        <Button kind="filled" submit disabled={isTooLow || faults.size > 0}>
          {making.submit(number(count ?? 0), count ?? 0)}
        </Button>
      </div>
    </form>
  );
}

/** Before the first try, an empty field is not reported. */
function withoutEmpty(choice: Choice, faults: ReadonlySet<Fault>): ReadonlySet<Fault> {
  const shown = new Set(faults);
  if (choice.days === '') shown.delete('days');
  if (choice.amount === '') shown.delete('amount');
  return shown;
}
