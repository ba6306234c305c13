// Plan, duration and number of new keys.
import { Field } from '@latchkey/kit/Field.tsx';
import { Select } from '@latchkey/kit/Select.tsx';
import { useLanguage } from '../../../copy/language.ts';
import { useApplication } from '../../../session/application.ts';
import { durationText, planName, type Plan } from '../license.ts';
import { durations, otherDuration } from './choice.ts';
import type { FieldsProps } from './MakeForm.tsx';
import { maxKeys } from './make-keys.ts';

interface AmountFieldsProps extends FieldsProps {
  readonly plans: readonly Plan[];
}

export function AmountFields({ plans, choice, change, shownFaults }: AmountFieldsProps) {
  const { copy, formats } = useLanguage();
  const { making } = copy.licenses;
  const { number } = formats;
  return (
    <>
      <Select
        label={making.plan}
        value={choice.level}
        onChange={(event) => change({ ...choice, level: event.target.value })}
      >
        {plans.map(({ level }) => (
          <option key={level} value={level}>
            {planName(copy, plans, level)}
          </option>
        ))}
      </Select>
      <div className="make-pair">
        <DurationFields {...{ choice, change, shownFaults }} />
        <Field
          label={making.amount}
          inputMode="numeric"
          autoComplete="off"
          value={choice.amount}
          wrong={shownFaults.has('amount')}
          error={shownFaults.has('amount') ? making.amountWrong(number(maxKeys)) : null}
          onChange={(event) => change({ ...choice, amount: event.target.value })}
        />
      </div>
    </>
  );
}

/** Resellers make only keys of fixed durations. */
function DurationFields({ choice, change, shownFaults }: FieldsProps) {
  const { copy, formats } = useLanguage();
  const { making } = copy.licenses;
  const { role } = useApplication();
  return (
    <>
      <Select
        label={making.duration}
        value={choice.duration}
        onChange={(event) => change({ ...choice, duration: event.target.value })}
      >
        {durations.map((days) => (
          <option key={days} value={days}>
            {durationText(copy, formats, Number(days) * 86_400)}
          </option>
        ))}
        {role !== 'reseller' && <option value={otherDuration}>{making.other}</option>}
      </Select>
      {choice.duration === otherDuration && (
        <Field
          label={making.days}
          inputMode="decimal"
          autoComplete="off"
          value={choice.days}
          wrong={shownFaults.has('days')}
          error={shownFaults.has('days') ? making.daysWrong : null}
          onChange={(event) => change({ ...choice, days: event.target.value })}
        />
      )}
    </>
  );
}
