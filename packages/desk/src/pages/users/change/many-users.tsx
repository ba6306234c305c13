// Changes of many users. The dialog counts the users, and its button repeats the number.
import { useState } from 'react';
import { CheckBox } from '@latchkey/kit/CheckBox.tsx';
import { useAsk, type ParametersOf } from '../../../client/seller.ts';
import { failureOf } from '../../../client/failure.ts';
import { failureText } from '../../../client/failure-text.ts';
import { useCopy, useLanguage } from '../../../copy/language.ts';
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import { daysText } from '../../../parts/days.ts';
import { PlanSelect, usePlans } from '../PlanSelect.tsx';
import { usePlanAndDays } from './TimeOfUser.tsx';

interface ManyProps {
  readonly onLeave: () => void;
}

export function RemoveExpired({ onLeave }: ManyProps) {
  const counted = useCounted('expired', { operation: 'delexpusers' });
  return <ChangeDialog {...counted} danger type="delexpusers" parameters={{}} onLeave={onLeave} />;
}

export function RemoveAllComputers({ onLeave }: ManyProps) {
  const counted = useCounted('reset', { operation: 'resetalluser' });
  return <ChangeDialog {...counted} danger type="resetalluser" parameters={{}} onLeave={onLeave} />;
}

export function ExtendAll({ onLeave }: ManyProps) {
  const { manyUsers } = useCopy();
  const { plan, days, fields, isReady } = usePlanAndDays();
  const [activeOnly, setActiveOnly] = useState(true);
  const counted = useCounted('extend', {
    operation: 'extend',
    name: activeOnly ? plan : undefined,
  });
  return (
    <ChangeDialog
      {...counted}
      text={activeOnly ? counted.text : manyUsers.extend.textForAll}
      type="extend"
      parameters={{
        ...{ user: 'all', sub: plan, expiry: daysText(days) },
        activeOnly: activeOnly ? '1' : '0',
      }}
      ready={counted.ready && isReady}
      onLeave={onLeave}
    >
      {fields}
      <CheckBox label={manyUsers.activeOnly} checked={activeOnly} onChange={setActiveOnly} />
      {counted.children}
    </ChangeDialog>
  );
}

export function PausePlan({ onLeave }: ManyProps) {
  return <PlanChange name="pause" type="pausesub" onLeave={onLeave} />;
}

export function ResumePlan({ onLeave }: ManyProps) {
  return <PlanChange name="resume" type="unpausesub" onLeave={onLeave} />;
}

interface PlanChangeProps extends ManyProps {
  readonly name: 'pause' | 'resume';
  readonly type: 'pausesub' | 'unpausesub';
}

function PlanChange({ name, type, onLeave }: PlanChangeProps) {
  const { manyUsers } = useCopy();
  const { plans } = usePlans();
  const [chosen, setChosen] = useState<string>();
  const plan = chosen ?? plans[0] ?? '';
  const counted = useCounted(name, { operation: type, name: plan }, plan !== '');
  return (
    <ChangeDialog {...counted} type={type} parameters={{ subscription: plan }} onLeave={onLeave}>
      <PlanSelect label={manyUsers.plan} plans={plans} value={plan} onChange={setChosen} />
      {counted.children}
    </ChangeDialog>
  );
}

/** The texts of a change with the number of users, which is counted first. */
function useCounted(
  change: 'expired' | 'extend' | 'pause' | 'resume' | 'reset',
  parameters: ParametersOf<'countrows'>,
  enabled = true,
) {
  const language = useLanguage();
  const { copy, formats } = language;
  const { manyUsers } = copy;
  const counted = useAsk('countrows', parameters, { enabled });
  const { title, text, submit, done } = manyUsers[change];
  const count = counted.isPlaceholderData ? undefined : counted.data?.count;
  const shown = count === undefined ? '…' : formats.number(count);
  return {
    title,
    text,
    submit: submit(shown, count === '1'),
    ready: count !== undefined && count !== '0',
    // A long change goes on after its answer.
    done: (answer: object) => ('underway' in answer ? manyUsers.running : done),
    children: (
      <p className="small" role="status">
        {counted.isError
          ? failureText(language, failureOf(counted.error))
          : count === '0'
            ? manyUsers.nobody
            : manyUsers.affected(shown, count === '1')}
      </p>
    ),
  };
}
