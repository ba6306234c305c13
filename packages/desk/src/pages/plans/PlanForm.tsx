// Adds a plan, or changes its level and computers.
import { useState } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import { maxComputers } from '@latchkey/protocol/limits.ts';
import type { RowOf } from '../../client/list.ts';
import { useLanguage } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';
import { NumberField } from './NumberField.tsx';

export type Plan = RowOf<'fetchallsubs'>;

interface PlanFormProps {
  /** Null for a new plan. */
  readonly plan: Plan | null;
  readonly onLeave: () => void;
}

export function PlanForm({ plan, onLeave }: PlanFormProps) {
  return plan === null ? <AddPlan onLeave={onLeave} /> : <EditPlan plan={plan} onLeave={onLeave} />;
}

function AddPlan({ onLeave }: Pick<PlanFormProps, 'onLeave'>) {
  const { plans } = useLanguage().copy;
  const [typed, setName] = useState('');
  const { values, isReady, isTried, showErrors, fields } = usePlanNumbers('', '1');
  const name = typed.trim();
  const isMissing = isTried && name === '';
  return (
    <ChangeDialog
      type="addsub"
      parameters={{ name, ...values }}
      title={plans.add}
      text={plans.addText}
      submit={plans.add}
      ready={isReady && name !== ''}
      onNotReady={showErrors}
      done={() => plans.addDone(name)}
      onLeave={onLeave}
    >
      <Field
        label={plans.name}
        autoComplete="off"
        value={typed}
        error={isMissing ? plans.nameMissing : null}
        wrong={isMissing}
        onChange={(event) => setName(event.target.value)}
      />
      {fields}
    </ChangeDialog>
  );
}

interface EditPlanProps {
  readonly plan: Plan;
  readonly onLeave: () => void;
}

function EditPlan({ plan, onLeave }: EditPlanProps) {
  const { plans, frame } = useLanguage().copy;
  const { values, isReady, showErrors, fields } = usePlanNumbers(plan.level, plan.computers);
  return (
    <ChangeDialog
      type="editsub"
      parameters={{ sub: plan.name, ...values }}
      title={plans.editTitle(plan.name)}
      text={plans.editText}
      submit={frame.save}
      ready={isReady}
      onNotReady={showErrors}
      done={() => plans.editDone(plan.name)}
      onLeave={onLeave}
    >
      {fields}
    </ChangeDialog>
  );
}

/** The level and the computers of a plan, with their fields. */
function usePlanNumbers(presentLevel: string, presentComputers: string) {
  const { copy, formats } = useLanguage();
  const { plans } = copy;
  const [typedLevel, setLevel] = useState(presentLevel);
  const [typedComputers, setComputers] = useState(presentComputers);
  const [isTried, setTried] = useState(false);
  const values = { level: typedLevel.trim(), computers: typedComputers.trim() };
  const isLevel = /^(0|[1-9]\d{0,11})$/.test(values.level);
  const isComputers = /^[1-9]\d{0,2}$/.test(values.computers);
  const isAllowed = isComputers && Number(values.computers) <= maxComputers;
  const fields = (
    <>
      <NumberField
        label={plans.level}
        hint={plans.levelHint}
        value={typedLevel}
        error={isTried && !isLevel ? plans.levelWrong : null}
        onChange={setLevel}
      />
      <NumberField
        label={plans.computers}
        hint={plans.computersHint}
        value={typedComputers}
        error={isTried && !isAllowed ? plans.computersWrong(formats.number(maxComputers)) : null}
        onChange={setComputers}
      />
    </>
  );
  return {
    values,
    isReady: isLevel && isAllowed,
    isTried,
    showErrors: () => setTried(true),
    fields,
  };
}
