// The search and the filters above the list of licenses.
import { SearchField } from '@latchkey/kit/SearchField.tsx';
import { Select } from '@latchkey/kit/Select.tsx';
import { useCopy, useFormats } from '../../../copy/language.ts';
import type { Query } from '../../../router/query.ts';
import { planName, type Plan } from '../license.ts';
import { periods, stateNames, states, type Filters } from './filters.ts';

interface LicenseFiltersProps {
  readonly filters: Filters;
  readonly plans: readonly Plan[];
  /** Resellers see only keys that they made. */
  readonly hidesCreator: boolean;
  readonly change: (changes: Query) => void;
}

export function LicenseFilters({ filters, plans, hidesCreator, change }: LicenseFiltersProps) {
  const copy = useCopy();
  const { list, states: stateTexts } = copy.licenses;
  const { days } = useFormats();
  return (
    <div className="license-filters">
      <SearchField
        label={list.search}
        placeholder={list.searchHint}
        clearLabel={list.clear}
        value={filters.text}
        onChange={(text) => change({ text })}
      />
      <Select
        label={list.state}
        hidesLabel
        value={filters.state}
        onChange={(event) => change({ state: event.target.value })}
      >
        <option value="">{list.anyState}</option>
        {states.map((state) => (
          <option key={state} value={state}>
            {stateTexts[stateNames[state]]}
          </option>
        ))}
      </Select>
      <Select
        label={list.plan}
        hidesLabel
        value={filters.level}
        onChange={(event) => change({ level: event.target.value })}
      >
        <option value="">{list.anyPlan}</option>
        {withLevel(plans, filters.level).map(({ level }) => (
          <option key={level} value={level}>
            {planName(copy, plans, level)}
          </option>
        ))}
      </Select>
      <Select
        label={list.made}
        hidesLabel
        value={filters.period}
        onChange={(event) => change({ period: event.target.value })}
      >
        <option value="">{list.anyTime}</option>
        {periods.map((period) => (
          <option key={period} value={period}>
            {period === '0' ? list.today : list.lastDays(days(Number(period) * 86_400))}
          </option>
        ))}
      </Select>
      {!hidesCreator && (
        <SearchField
          label={list.creator}
          placeholder={list.creator}
          clearLabel={list.clearCreator}
          value={filters.creator}
          onChange={(creator) => change({ creator })}
        />
      )}
    </div>
  );
}

/** Also a level of the address that no plan has. */
function withLevel(plans: readonly Plan[], level: string): readonly Pick<Plan, 'level'>[] {
  return level === '' || plans.some((plan) => plan.level === level) ? plans : [...plans, { level }];
}
