// The list of plans, with the number of their users.
import { Layers } from 'lucide';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { Skeleton } from '@latchkey/kit/Skeleton.tsx';
import { useOpenChange } from '../../changes/Changes.tsx';
import { useList } from '../../client/list.ts';
import { useAsk } from '../../client/seller.ts';
import { useLanguage } from '../../copy/language.ts';
import { ListTable } from '../../parts/ListTable.tsx';
import { useMay } from '../../session/application.ts';
import { RowMenu } from './RowMenu.tsx';
import { deletePlan, editPlan, pausePlan, resumePlan, type Plan } from './changes.ts';

const changes = { edit: editPlan, pause: pausePlan, resume: resumePlan, delete: deletePlan };
const names = ['edit', 'pause', 'resume', 'delete'] as const;

/** A request for each plan counts its users, so not for more plans than these. */
const countedPlans = 20;

export function PlanTable() {
  const { copy, formats } = useLanguage();
  const { plans, team } = copy;
  const mayChange = useMay('all');
  const mayCount = useMay('read');
  const open = useOpenChange();
  const list = useList('fetchallsubs', {});
  const showsUsers = mayCount && list.rows.length <= countedPlans;
  return (
    <ListTable
      caption={plans.list}
      list={list}
      rowKey={({ name }) => name}
      {...(mayChange && { onOpen: (plan: Plan) => open(editPlan(plan)) })}
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
                key: 'users',
                header: plans.users,
                numeric: true,
                cell: ({ name }: Plan) => <PlanUsers name={name} />,
              },
            ]
          : []),
        ...(mayChange
          ? [
              {
                key: 'actions',
                header: plans.actions,
                hidesHeader: true,
                numeric: true,
                cell: (plan: Plan) => <PlanMenu plan={plan} />,
              },
            ]
          : []),
      ]}
      empty={<Empty icon={Layers} title={plans.empty} text={plans.emptyText} />}
    />
  );
}

function PlanUsers({ name }: Pick<Plan, 'name'>) {
  const { formats } = useLanguage();
  const users = useAsk('countrows', { operation: 'delappsub', name });
  if (users.data !== undefined) return formats.number(users.data.count);
  return users.isError ? '–' : <Skeleton width="2rem" />;
}

function PlanMenu({ plan }: { readonly plan: Plan }) {
  const { plans } = useLanguage().copy;
  const open = useOpenChange();
  const items = names.map((name) => ({
    label: plans[name],
    disabledReason: null,
    choose: () => open(changes[name](plan)),
  }));
  return <RowMenu label={plans.actionsOf(plan.name)} items={items} />;
}
