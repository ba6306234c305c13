// The list of managers and resellers.
import { SearchX, UserPlus, UsersRound } from 'lucide';
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Empty } from '@latchkey/kit/Empty.tsx';
import { SearchField } from '@latchkey/kit/SearchField.tsx';
import { Segmented } from '@latchkey/kit/Segmented.tsx';
import { Table, type Column } from '@latchkey/kit/Table.tsx';
import { Toolbar } from '@latchkey/kit/Toolbar.tsx';
import { useCopy, useLanguage } from '../../copy/language.ts';
import { LoadFailed } from '../../layout/LoadFailed.tsx';
import { Page } from '../../parts/Page.tsx';
import { hrefOf } from '../../router/location.ts';
import { useApplication, useMay } from '../../session/application.ts';
import { balanceParts } from '../balance/durations.ts';
import { useLevels } from '../balance/levels.ts';
import { rightsText, roleOf, stateOf, stateTones, useAccounts, type Account } from './accounts.ts';
import { AddPerson } from './AddPerson.tsx';
import { ShownRows, useShownRows } from './ShownRows.tsx';

type Role = 'all' | Account['role'];

export function TeamList() {
  const { team } = useCopy();
  const mayChange = useMay('all');
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button kind="filled" icon={UserPlus} onClick={() => setAdding(true)}>
      {team.add}
    </Button>
  );
  const accounts = useAccounts();
  const all = accounts.data?.accounts ?? [];
  return (
    <Page title={team.title} {...(mayChange && all.length > 0 && { actions: add })}>
      {accounts.isError && accounts.data === undefined ? (
        <LoadFailed error={accounts.error} retry={() => void accounts.refetch()} />
      ) : (
        <Accounts all={all} waiting={accounts.isPending} add={mayChange ? add : null} />
      )}
      {isAdding && <AddPerson onLeave={() => setAdding(false)} />}
    </Page>
  );
}

interface AccountsProps {
  readonly all: readonly Account[];
  readonly waiting: boolean;
  /** Shown if there is no account. */
  readonly add: React.ReactNode;
}

function Accounts({ all, waiting, add }: AccountsProps) {
  const { team } = useCopy();
  const { name: application } = useApplication();
  const [search, setSearch] = useState('');
  const [role, setRole] = useState<Role>('all');
  const columns = useColumns();
  const matches = all.filter(
    (one) =>
      (role === 'all' || one.role === role) &&
      one.username.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()),
  );
  const shown = useShownRows(matches);
  const isEmpty = all.length === 0;
  return (
    <>
      {!isEmpty && <Filters search={search} onSearch={setSearch} role={role} onRole={setRole} />}
      <Table
        caption={team.list}
        columns={columns}
        rows={shown.rows}
        rowKey={({ username }) => username}
        href={({ username }) => hrefOf(application, 'team', username)}
        waiting={waiting}
        empty={
          isEmpty ? (
            <Empty icon={UsersRound} title={team.empty} text={team.emptyText} action={add} />
          ) : (
            <Empty icon={SearchX} title={team.noMatch} text={team.noMatchText} />
          )
        }
      />
      <ShownRows {...shown} />
    </>
  );
}

interface FiltersProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly role: Role;
  readonly onRole: (role: Role) => void;
}

function Filters({ search, onSearch, role, onRole }: FiltersProps) {
  const { team } = useCopy();
  return (
    <Toolbar>
      <SearchField
        label={team.search}
        placeholder={team.search}
        clearLabel={team.clearSearch}
        value={search}
        onChange={onSearch}
      />
      <Segmented
        label={team.filter}
        value={role}
        onChange={onRole}
        options={[
          { value: 'all', label: team.all },
          { value: 'Manager', label: team.managers },
          { value: 'Reseller', label: team.resellers },
        ]}
      />
    </Toolbar>
  );
}

function useColumns(): readonly Column<Account>[] {
  const language = useLanguage();
  const { copy } = language;
  const { team } = copy;
  const levels = useLevels();
  const { account: own } = useApplication();
  return [
    {
      key: 'name',
      header: team.name,
      cell: ({ username }) => (
        <span className="with-chip">
          <bdi>{username}</bdi>
          {username === own && <Chip tone="neutral">{team.you}</Chip>}
        </span>
      ),
    },
    {
      key: 'role',
      header: team.role,
      cell: ({ role }) => <span className="one-line">{copy.frame.roles[roleOf(role)]}</span>,
    },
    { key: 'may', header: team.mayDo, cell: (one) => rightsText(language, one, levels) },
    {
      key: 'balance',
      header: team.balance,
      secondary: true,
      cell: ({ role, balance }) =>
        role === 'Manager' ? '–' : balanceParts(language, balance).join(', ') || copy.frame.none,
    },
    {
      key: 'state',
      header: team.state,
      cell: (one) => {
        const state = stateOf(one);
        return (
          <span className="one-line">
            <Chip tone={stateTones[state]}>{team.states[state]}</Chip>
          </span>
        );
      },
    },
  ];
}
