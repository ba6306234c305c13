// The list of users: search, filters and actions.
import { Button } from '@latchkey/kit/Button.tsx';
import { SearchField } from '@latchkey/kit/SearchField.tsx';
import { Select } from '@latchkey/kit/Select.tsx';
import { Toolbar } from '@latchkey/kit/Toolbar.tsx';
import { useOpenChange } from '../../../changes/Changes.tsx';
import { useCopy } from '../../../copy/language.ts';
import { ListTable } from '../../../parts/ListTable.tsx';
import { Page } from '../../../parts/Page.tsx';
import { useRemembered } from '../../../parts/use-remembered.ts';
import { useSettled } from '../../../parts/use-settled.ts';
import { useMay } from '../../../session/application.ts';
import { addUser } from '../many-changes.ts';
import { PlanSelect, usePlans } from '../PlanSelect.tsx';
import { useAllUsers } from './use-all-users.tsx';
import { CsvButton } from './CsvButton.tsx';
import { allUsers, inState, sortedBy, userFilters, usersPage, type Filters } from './filters.ts';
import { useFoundUsers } from './use-found-users.tsx';
import { ManyUsersMenu } from './ManyUsersMenu.tsx';

export function UserList() {
  const { users, newUser } = useCopy();
  const mayChange = useMay('all');
  const [filters, setFilters] = useRemembered(usersPage, allUsers);
  const open = useOpenChange();
  const text = useSettled(filters.text.trim());
  return (
    <Page
      title={users.title}
      actions={
        mayChange && (
          <>
            <ManyUsersMenu />
            <Button kind="filled" onClick={() => open(addUser)}>
              {newUser.add}
            </Button>
          </>
        )
      }
    >
      <Toolbar end={filters.text === '' && <CsvButton filters={filters} />}>
        <SearchField
          label={users.search}
          clearLabel={users.clear}
          placeholder={users.searchHint}
          value={filters.text}
          onChange={(typed) => setFilters({ ...filters, text: typed })}
        />
        {filters.text === '' && <FilterSelects filters={filters} onChange={setFilters} />}
      </Toolbar>
      <UserTable
        text={text}
        filters={filters}
        onSort={(sort) => setFilters(sortedBy(filters, sort))}
      />
    </Page>
  );
}

interface UserTableProps {
  readonly text: string;
  readonly filters: Filters;
  readonly onSort: (sort: Filters['sort']) => void;
}

/**
 * All users, or those found by the text. Both are the same table for React, so that a row that stays
 * is not mounted again: a click that has begun on it would be lost.
 */
function UserTable({ text, filters, onSort }: UserTableProps) {
  const all = useAllUsers(filters, onSort, text === '');
  const found = useFoundUsers(text);
  // Until the first answer, the last rows stay.
  if (text === '' || found.list.isPending) return <ListTable {...all} />;
  return <ListTable {...found} />;
}

interface FilterSelectsProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

function FilterSelects({ filters, onChange }: FilterSelectsProps) {
  const { users } = useCopy();
  const { plans } = usePlans();
  return (
    <>
      <Select
        label={users.state}
        hidesLabel
        value={filters.state}
        onChange={(event) => {
          const { value } = event.currentTarget;
          onChange(inState(filters, userFilters.find((state) => state === value) ?? ''));
        }}
      >
        <option value="">{users.states.all}</option>
        {userFilters.map((state) => (
          <option key={state} value={state}>
            {users.states[state]}
          </option>
        ))}
      </Select>
      <PlanSelect
        label={users.plan}
        hidesLabel
        noneLabel={users.allPlans}
        plans={plans}
        value={filters.plan}
        onChange={(plan) => onChange({ ...filters, plan })}
      />
    </>
  );
}
