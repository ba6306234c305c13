// Adds a plan, or changes its level and computers.
import { useState } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import { maxComputers } from '@latchkey/protocol/limits.ts';
import type { RowOf } from '../../client/list.ts';
import { useLanguage } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';

export type Plan = RowOf<'fetchallsubs'>;

interface PlanFormProps {
  /** Null for a new plan. */
  readonly plan: Plan | null;
  readonly onLeave: () => void;
}

export function PlanForm({ plan, onLeave }: PlanFormProps) {
  const { copy, formats } = useLanguage();
  const { plans, frame } = copy;
  const [name, setName] = useState('');
  const [level, setLevel] = useState(plan?.level ?? '');
  const [computers, setComputers] = useState(plan?.computers ?? '1');
  const isLevel = /^\d{1,12}$/.test(level.trim());
  const isComputers = /^[1-9]\d{0,2}$/.test(computers.trim()) && Number(computers) <= maxComputers;
  const ready = isLevel && isComputers && (plan !== null || name.trim() !== '');
  const levelError = isLevel || level === '' ? null : plans.levelWrong;
  const computersError =
    isComputers || computers === '' ? null : plans.computersWrong(formats.number(maxComputers));
  const values = { level: level.trim(), computers: computers.trim() };
  const fields = (
    <>
      <Field
        label={plans.level}
        hint={plans.levelHint}
        inputMode="numeric"
        autoComplete="off"
        value={level}
        error={levelError}
        wrong={levelError !== null}
        onChange={(event) => setLevel(event.target.value)}
      />
      <Field
        label={plans.computers}
        hint={plans.computersHint}
        inputMode="numeric"
        autoComplete="off"
        value={computers}
        error={computersError}
        wrong={computersError !== null}
        onChange={(event) => setComputers(event.target.value)}
      />
    </>
  );
  if (plan !== null)
    return (
      <ChangeDialog
        type="editsub"
        parameters={{ sub: plan.name, ...values }}
        title={plans.editTitle(plan.name)}
        text={plans.editText}
        submit={frame.save}
        ready={ready}
        done={() => plans.editDone(plan.name)}
        onLeave={onLeave}
      >
        {fields}
      </ChangeDialog>
    );
  return (
    <ChangeDialog
      type="addsub"
      parameters={{ name: name.trim(), ...values }}
      title={plans.add}
      text={plans.addText}
      submit={plans.add}
      ready={ready}
      done={() => plans.addDone(name.trim())}
      onLeave={onLeave}
    >
      <Field
        label={plans.name}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {fields}
    </ChangeDialog>
  );
}
