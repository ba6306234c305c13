// Search and filters of the audit log.
import { SearchField } from '@latchkey/kit/SearchField.tsx';
import { Segmented } from '@latchkey/kit/Segmented.tsx';
import { Select } from '@latchkey/kit/Select.tsx';
import { Toolbar } from '@latchkey/kit/Toolbar.tsx';
import { useAsk } from '../../client/seller.ts';
import { useCopy } from '../../copy/language.ts';
import { accountPrefix } from '../../parts/account-label.ts';
import { useMay } from '../../session/application.ts';

interface Filters {
  readonly text: string;
  /** The label of a seller key or account. Empty for all. */
  readonly by: string;
  readonly shown: 'changes' | 'all';
}

export const startFilters: Filters = { text: '', by: '', shown: 'changes' };

interface AuditFiltersProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

export function AuditFilters({ filters, onChange }: AuditFiltersProps) {
  const { audit, frame } = useCopy();
  const { people, columns } = audit;
  const isFull = useMay('all');
  const accounts = useAsk('fetchallaccounts', { limit: '200' });
  return (
    <Toolbar>
      {isFull && (
        <SearchField
          label={people.search}
          clearLabel={frame.clear}
          value={filters.text}
          onChange={(text) => onChange({ ...filters, text })}
        />
      )}
      <Select
        label={columns.by}
        hidesLabel
        value={filters.by}
        onChange={(event) => onChange({ ...filters, by: event.target.value })}
      >
        <option value="">{people.everyone}</option>
        {accounts.data?.accounts.map(({ username }) => (
          <option key={username} value={`${accountPrefix}${username}`}>
            {username}
          </option>
        ))}
      </Select>
      <Segmented
        label={people.shown}
        value={filters.shown}
        onChange={(shown) => onChange({ ...filters, shown })}
        options={[
          { value: 'changes', label: people.changes },
          { value: 'all', label: people.everything },
        ]}
      />
    </Toolbar>
  );
}
