// The list of plans, with the number of their users.
import { Layers } from 'lucide';
import { useState } from 'react';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { Skeleton } from '@latchkey/kit/Skeleton.tsx';
import { useList } from '../../client/list.ts';
import { useAsk } from '../../client/seller.ts';
import { useLanguage } from '../../copy/language.ts';
import { ListTable } from '../../parts/ListTable.tsx';
import { useMay } from '../../session/application.ts';
import { RowMenu } from './RowMenu.tsx';
import { DeletePlan, PausePlan, ResumePlan } from './PlanChanges.tsx';
import { PlanForm, type Plan } from './PlanForm.tsx';

const dialogs = { edit: PlanForm, pause: PausePlan, resume: ResumePlan, delete: DeletePlan };

interface Open {
  readonly plan: Plan;
  readonly action: keyof typeof dialogs;
}

/** A request for each plan counts its users, so not for more plans than these. */
const countedPlans = 20;

export function PlanTable() {
  const { copy, formats } = useLanguage();
  const { plans, team } = copy;
  const mayChange = useMay('all');
  const mayCount = useMay('read');
  const [open, setOpen] = useState<Open | null>(null);
  const list = useList('fetchallsubs', {});
  const showsUsers = mayCount && list.rows.length <= countedPlans;
  const Dialog = open === null ? null : dialogs[open.action];
  return (
    <>
      <ListTable
        caption={plans.list}
        list={list}
        rowKey={({ name }) => name}
        {...(mayChange && { onOpen: (plan: Plan) => setOpen({ plan, action: 'edit' }) })}
        columns={[
          { key: 'name', header: plans.name, cell: ({ name }) => <bdi>{name}</bdi> },
          { key: 'level', header: plans.level, cell: ({ level }) => team.level(level, '') },
          {
            key: 'computers',
            header: plans.computers,
            numeric: true,
            cell: ({ computers }) => formats.number(computers),
          },
          ...(showsUsers
            ? [
                {
                  ...{ key: 'users', header: plans.users, numeric: true },
                  cell: ({ name }: Plan) => <PlanUsers name={name} />,
                },
              ]
            : []),
          ...(mayChange
            ? [
                {
                  ...{ key: 'actions', header: plans.actions, hidesHeader: true, numeric: true },
                  cell: (plan: Plan) => <PlanMenu plan={plan} open={setOpen} />,
                },
              ]
            : []),
        ]}
        empty={<Empty icon={Layers} title={plans.empty} text={plans.emptyText} />}
      />
      {open !== null && Dialog !== null && (
        <Dialog plan={open.plan} onLeave={() => setOpen(null)} />
      )}
    </>
  );
}

function PlanUsers({ name }: Pick<Plan, 'name'>) {
  const { formats } = useLanguage();
  const users = useAsk('countrows', { operation: 'delappsub', name });
  if (users.data !== undefined) return formats.number(users.data.count);
  return users.isError ? '–' : <Skeleton width="2rem" />;
}

interface PlanMenuProps {
  readonly plan: Plan;
  readonly open: (open: Open) => void;
}

function PlanMenu({ plan, open }: PlanMenuProps) {
  const { plans } = useLanguage().copy;
  const actions = ['edit', 'pause', 'resume', 'delete'] as const;
  const items = actions.map((action) => ({
    label: plans[action],
    disabledReason: null,
    choose: () => open({ plan, action }),
  }));
  return <RowMenu label={plans.actionsOf(plan.name)} items={items} />;
}
