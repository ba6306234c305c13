// The features of all subscriptions.
import { Plus, ToggleRight } from 'lucide';
import { Button } from '@latchkey/kit/Button.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { useOpenChange } from '../../changes/Changes.tsx';
import { useList } from '../../client/list.ts';
import { useCopy } from '../../copy/language.ts';
import { ListTable } from '../../parts/ListTable.tsx';
import { useMay } from '../../session/application.ts';
import { Part } from '../balance/Part.tsx';
import { useFeatureValue } from './feature-value.ts';
import { removeFeature, setFeature, type Feature } from './feature-changes.ts';
import { RowMenu } from './RowMenu.tsx';

export function Features() {
  const { features } = useCopy();
  const mayChange = useMay('all');
  const open = useOpenChange();
  const add = (
    <Button kind="outlined" icon={Plus} onClick={() => open(setFeature({ shownName: '' }))}>
      {features.add}
    </Button>
  );
  return (
    <Part title={features.title} text={features.text} action={mayChange && add}>
      <FeatureTable mayChange={mayChange} />
    </Part>
  );
}

type Row = Feature & { readonly sub: string };
const holderOf = ({ sub }: Row) => ({ sub, shownName: sub });

function FeatureTable({ mayChange }: { readonly mayChange: boolean }) {
  const { features } = useCopy();
  const open = useOpenChange();
  const valueText = useFeatureValue();
  const list = useList('fetchallsubs', {});
  const rows: readonly Row[] = list.rows.flatMap(({ name: sub, features: own = [] }) =>
    own.map((feature) => ({ ...feature, sub })),
  );
  const actions = {
    key: 'actions',
    header: features.actions,
    hidesHeader: true,
    numeric: true,
    cell: (row: Row) => <FeatureMenu row={row} />,
  };
  return (
    <ListTable
      caption={features.list}
      list={{ ...list, rows }}
      rowKey={({ sub, feature }) => `${sub} ${feature}`}
      {...(mayChange && { onOpen: (row: Row) => open(setFeature(holderOf(row), row)) })}
      columns={[
        { key: 'sub', header: features.subscription, cell: ({ sub }) => <bdi>{sub}</bdi> },
        {
          key: 'name',
          header: features.name,
          cell: ({ feature }) => <bdi className="variable-name">{feature}</bdi>,
        },
        { key: 'value', header: features.value, cell: (row) => <bdi>{valueText(row)}</bdi> },
        {
          key: 'words',
          header: features.words,
          cell: ({ words }) => <bdi className="cut">{words}</bdi>,
        },
        ...(mayChange ? [actions] : []),
      ]}
      empty={<Empty icon={ToggleRight} title={features.empty} text={features.emptyText} />}
    />
  );
}

function FeatureMenu({ row }: { readonly row: Row }) {
  const { features } = useCopy();
  const open = useOpenChange();
  const items = [
    { label: features.edit, choose: () => open(setFeature(holderOf(row), row)) },
    { label: features.remove, choose: () => open(removeFeature(holderOf(row), row)) },
  ].map((item) => ({ ...item, disabledReason: null }));
  return <RowMenu label={features.actionsOf(`${row.sub}: ${row.feature}`)} items={items} />;
}
