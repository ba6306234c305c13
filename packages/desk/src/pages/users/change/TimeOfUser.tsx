// Giving time to a user, taking it, and removing a plan.
import { useState } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import { useCopy } from '../../../copy/language.ts';
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import { daysText, secondsOfDays } from '../../../parts/days.ts';
import { PlanSelect, usePlans } from '../PlanSelect.tsx';
import type { ChangeProps } from './UserChange.tsx';
import { useWords } from './use-words.ts';

export function ExtendUser({ change, user, shownName, onLeave }: ChangeProps) {
  const words = useWords('extend', shownName);
  const { days, fields, plan, isReady } = usePlanAndDays(change.plan);
  return (
    <ChangeDialog
      {...words}
      type="extend"
      parameters={{ user, sub: plan, expiry: daysText(days) }}
      ready={isReady}
      onLeave={onLeave}
    >
      {fields}
    </ChangeDialog>
  );
}

export function TakeTime({ change, user, shownName, onLeave }: ChangeProps) {
  const words = useWords('take', shownName);
  const { days, fields, plan, isReady } = usePlanAndDays(change.plan);
  return (
    <ChangeDialog
      {...words}
      danger
      type="subtract"
      parameters={{ user, sub: plan, seconds: String(secondsOfDays(days) ?? 0) }}
      ready={isReady}
      onLeave={onLeave}
    >
      {fields}
    </ChangeDialog>
  );
}

export function RemovePlan({ change, user, shownName, onLeave }: ChangeProps) {
  const words = useWords('removePlan', shownName);
  const { userChanges } = useCopy();
  const { plans } = usePlans();
  const [chosen, setChosen] = useState(change.plan);
  const plan = chosen ?? plans[0] ?? '';
  return (
    <ChangeDialog
      {...words}
      danger
      type="delsub"
      parameters={{ user, sub: plan }}
      ready={plan !== ''}
      onLeave={onLeave}
    >
      <PlanSelect label={userChanges.plan} plans={plans} value={plan} onChange={setChosen} />
    </ChangeDialog>
  );
}

/** A select for the plan, and a field for days. */
export function usePlanAndDays(preselected?: string, first = '30') {
  const { userChanges } = useCopy();
  const { plans, isEmpty } = usePlans();
  const [chosen, setChosen] = useState(preselected);
  const [days, setDays] = useState(first);
  const plan = chosen ?? plans[0] ?? '';
  const isValid = secondsOfDays(days) !== null;
  const isWrong = !isValid && days.trim() !== '';
  const fields = isEmpty ? (
    <p role="status">{userChanges.noPlans}</p>
  ) : (
    <>
      <PlanSelect label={userChanges.plan} plans={plans} value={plan} onChange={setChosen} />
      <Field
        label={userChanges.days}
        inputMode="decimal"
        autoComplete="off"
        value={days}
        wrong={isWrong}
        error={isWrong ? userChanges.daysWrong : null}
        onChange={(event) => setDays(event.target.value)}
      />
    </>
  );
  return { plan, days, fields, isReady: isValid && plan !== '' };
}
