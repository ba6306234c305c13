// The variables of the application, which programs read.
import { Braces, Plus } from 'lucide';
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { useList } from '../../client/list.ts';
import { useCopy } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';
import { ListTable } from '../../parts/ListTable.tsx';
import { useMay } from '../../session/application.ts';
import { Part } from '../balance/Part.tsx';
import { RowMenu } from './RowMenu.tsx';
import { VariableForm, type Variable } from './VariableForm.tsx';

type Open =
  | { readonly action: 'add'; readonly variable: null }
  | { readonly action: 'edit' | 'delete'; readonly variable: Variable };

export function Variables() {
  const { variables } = useCopy();
  const mayChange = useMay('all');
  const [open, setOpen] = useState<Open | null>(null);
  const leave = () => setOpen(null);
  const add = (
    <Button kind="outlined" icon={Plus} onClick={() => setOpen({ action: 'add', variable: null })}>
      {variables.add}
    </Button>
  );
  return (
    <Part title={variables.title} text={variables.text} action={mayChange && add}>
      <VariableTable open={mayChange ? setOpen : null} />
      {open?.action === 'add' && <VariableForm variable={null} onLeave={leave} />}
      {open?.action === 'edit' && <VariableForm variable={open.variable} onLeave={leave} />}
      {open?.action === 'delete' && <DeleteVariable variable={open.variable} onLeave={leave} />}
    </Part>
  );
}

interface VariableTableProps {
  /** Null without the right to change variables. */
  readonly open: ((open: Open) => void) | null;
}

function VariableTable({ open }: VariableTableProps) {
  const { variables } = useCopy();
  const list = useList('fetchallvars', {});
  const actions = {
    ...{ key: 'actions', header: variables.actions, hidesHeader: true, numeric: true },
    cell: (variable: Variable) => open !== null && <VariableMenu variable={variable} open={open} />,
  };
  return (
    <ListTable
      caption={variables.list}
      list={list}
      rowKey={({ varid }) => varid}
      {...(open !== null && { onOpen: (variable: Variable) => open({ action: 'edit', variable }) })}
      columns={[
        { key: 'name', header: variables.name, cell: ({ varid }) => <bdi>{varid}</bdi> },
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
        ...(open === null ? [] : [actions]),
      ]}
      empty={<Empty icon={Braces} title={variables.empty} text={variables.emptyText} />}
    />
  );
}

interface VariableMenuProps {
  readonly variable: Variable;
  readonly open: (open: Open) => void;
}

function VariableMenu({ variable, open }: VariableMenuProps) {
  const { variables } = useCopy();
  const label = variables.actionsOf(variable.varid);
  const items = (['edit', 'delete'] as const).map((action) => ({
    label: variables[action],
    disabledReason: null,
    choose: () => open({ action, variable }),
  }));
  return <RowMenu label={label} items={items} />;
}

interface DeleteVariableProps {
  readonly variable: Variable;
  readonly onLeave: () => void;
}

function DeleteVariable({ variable: { varid }, onLeave }: DeleteVariableProps) {
  const { variables } = useCopy();
  return (
    <ChangeDialog
      type="delvar"
      parameters={{ name: varid }}
      title={variables.deleteTitle(varid)}
      text={variables.deleteText}
      submit={variables.delete}
      danger
      done={() => variables.deleteDone(varid)}
      onLeave={onLeave}
    />
  );
}
