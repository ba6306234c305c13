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

export function LicenseFilters({ hidesCreator, ...props }: LicenseFiltersProps) {
  const { list } = useCopy().licenses;
  const { filters, change } = props;
  return (
    <div className="license-filters">
      <SearchField
        label={list.search}
        placeholder={list.searchHint}
        clearLabel={list.clear}
        value={filters.text}
        onChange={(text) => change({ text })}
      />
      <Choices {...props} />
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

function Choices({ filters, plans, change }: Omit<LicenseFiltersProps, 'hidesCreator'>) {
  const copy = useCopy();
  const { list, states: stateTexts } = copy.licenses;
  const { days } = useFormats();
  return (
    <>
      <Choice
        label={list.state}
        anything={list.anyState}
        value={filters.state}
        options={states.map((state) => [state, stateTexts[stateNames[state]]])}
        onChange={(state) => change({ state })}
      />
      <Choice
        label={list.plan}
        anything={list.anyPlan}
        value={filters.level}
        options={withLevel(plans, filters.level).map((level) => [
          level,
          planName(copy, plans, level),
        ])}
        onChange={(level) => change({ level })}
      />
      <Choice
        label={list.made}
        anything={list.anyTime}
        value={filters.period}
        options={periods.map((period) => [
          period,
          period === '0' ? list.today : list.lastDays(days(Number(period) * 86_400)),
        ])}
        onChange={(period) => change({ period })}
      />
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  /** The option without a filter. */
  readonly anything: string;
  readonly value: string;
  /** Values with their labels. */
  readonly options: readonly (readonly [string, string])[];
  readonly onChange: (value: string) => void;
}

function Choice({ label, anything, value, options, onChange }: ChoiceProps) {
  return (
    <Select
      label={label}
      hidesLabel
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{anything}</option>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </Select>
  );
}

/** The levels of the plans, and a level of the address that no plan has. */
function withLevel(plans: readonly Plan[], level: string): readonly string[] {
  const levels = plans.map((plan) => plan.level);
  return level === '' || levels.includes(level) ? levels : [...levels, level];
}
