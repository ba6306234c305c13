// The variables of the application, which programs read.
import { Braces, Plus } from 'lucide';
import { Button } from '@latchkey/kit/Button.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { useOpenChange } from '../../changes/Changes.tsx';
import { useList } from '../../client/list.ts';
import { useCopy } from '../../copy/language.ts';
import { ListTable } from '../../parts/ListTable.tsx';
import { useMay } from '../../session/application.ts';
import { Part } from '../balance/Part.tsx';
import { RowMenu } from './RowMenu.tsx';
import { addVariable, deleteVariable, editVariable, type Variable } from './variable-changes.ts';

export function Variables() {
  const { variables } = useCopy();
  const mayChange = useMay('all');
  const open = useOpenChange();
  const add = (
    <Button kind="outlined" icon={Plus} onClick={() => open(addVariable)}>
      {variables.add}
    </Button>
  );
  return (
    <Part title={variables.title} text={variables.text} action={mayChange && add}>
      <VariableTable mayChange={mayChange} />
    </Part>
  );
}

function VariableTable({ mayChange }: { readonly mayChange: boolean }) {
  const { variables } = useCopy();
  const open = useOpenChange();
  const list = useList('fetchallvars', {});
  const actions = {
    key: 'actions',
    header: variables.actions,
    hidesHeader: true,
    numeric: true,
    cell: (variable: Variable) => <VariableMenu variable={variable} />,
  };
  return (
    <ListTable
      caption={variables.list}
      list={list}
      rowKey={({ varid }) => varid}
      {...(mayChange && { onOpen: (variable: Variable) => open(editVariable(variable)) })}
      columns={[
        {
          key: 'name',
          header: variables.name,
          cell: ({ varid }) => <bdi className="variable-name">{varid}</bdi>,
        },
        {
          key: 'value',
          header: variables.value,
          cell: ({ msg }) => <bdi className="cut">{msg}</bdi>,
        },
        {
          key: 'readers',
          header: variables.readers,
          cell: ({ authed }) => (
            <span className="one-line">
              {authed === '1' ? variables.signedIn : variables.everyone}
            </span>
          ),
        },
        ...(mayChange ? [actions] : []),
      ]}
      empty={<Empty icon={Braces} title={variables.empty} text={variables.emptyText} />}
    />
  );
}

function VariableMenu({ variable }: { readonly variable: Variable }) {
  const { variables } = useCopy();
  const open = useOpenChange();
  const items = [
    { label: variables.edit, choose: () => open(editVariable(variable)) },
    { label: variables.delete, choose: () => open(deleteVariable(variable)) },
  ].map((item) => ({ ...item, disabledReason: null }));
  return <RowMenu label={variables.actionsOf(variable.varid)} items={items} />;
}
