// Select for a plan of the application.
import { Select } from '@latchkey/kit/Select.tsx';
import { useAsk } from '../../client/seller.ts';

/** The names of the plans, oldest first. `isEmpty` once it is known that there are none. */
export function usePlans() {
  const { data } = useAsk('fetchallsubs', { limit: '1000' });
  const plans = data?.subs.map(({ name }) => name) ?? [];
  return { plans, isEmpty: data !== undefined && plans.length === 0 };
}

interface PlanSelectProps {
  readonly label: string;
  /** Adds a first option without a plan. */
  readonly noneLabel?: string;
  readonly hidesLabel?: boolean;
  readonly disabled?: boolean;
  readonly plans: readonly string[];
  readonly value: string;
  readonly onChange: (plan: string) => void;
}

export function PlanSelect({ noneLabel, plans, onChange, ...select }: PlanSelectProps) {
  return (
    <Select {...select} onChange={(event) => onChange(event.currentTarget.value)}>
      {noneLabel !== undefined && <option value="">{noneLabel}</option>}
      {plans.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Select>
  );
}
