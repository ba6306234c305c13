// Plans, and the variables of the application.
import { Plus } from 'lucide';
import { Button } from '@latchkey/kit/Button.tsx';
import { useOpenChange } from '../../changes/Changes.tsx';
import { useCopy } from '../../copy/language.ts';
import { Page } from '../../parts/Page.tsx';
import { useMay } from '../../session/application.ts';
import { addPlan } from './changes.ts';
import { Features } from './Features.tsx';
import { PlanTable } from './PlanTable.tsx';
import { Variables } from './Variables.tsx';

export function PlansPage() {
  const { plans } = useCopy();
  const mayChange = useMay('all');
  const maySeeVariables = useMay('read');
  const open = useOpenChange();
  const add = (
    <Button kind="filled" icon={Plus} onClick={() => open(addPlan)}>
      {plans.add}
    </Button>
  );
  return (
    <Page title={plans.title} {...(mayChange && { actions: add })}>
      <PlanTable />
      <Features />
      {maySeeVariables && <Variables />}
    </Page>
  );
}
