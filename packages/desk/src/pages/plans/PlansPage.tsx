// Plans, and the variables of the application.
import { Plus } from 'lucide';
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { useCopy } from '../../copy/language.ts';
import { Page } from '../../parts/Page.tsx';
import { useMay } from '../../session/application.ts';
import { PlanForm } from './PlanForm.tsx';
import { PlanTable } from './PlanTable.tsx';
import { Variables } from './Variables.tsx';

export function PlansPage() {
  const { plans } = useCopy();
  const mayChange = useMay('all');
  const maySeeVariables = useMay('read');
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button kind="filled" icon={Plus} onClick={() => setAdding(true)}>
      {plans.add}
    </Button>
  );
  return (
    <Page title={plans.title} {...(mayChange && { actions: add })}>
      <PlanTable />
      {maySeeVariables && <Variables />}
      {isAdding && <PlanForm plan={null} onLeave={() => setAdding(false)} />}
    </Page>
  );
}
