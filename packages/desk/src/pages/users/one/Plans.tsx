// The plans of a user, with the grants that their time comes from.
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Menu } from '@latchkey/kit/Menu.tsx';
import { Row, Rows } from '@latchkey/kit/Rows.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import type { ChangeName } from '../../../copy/en/user-changes.ts';
import { useCopy, useLanguage } from '../../../copy/language.ts';
import { useMay } from '../../../session/application.ts';
import type { ChosenChange } from '../changes.ts';
import { Grants } from './Grants.tsx';
import { isPaused, isRunning, type Plan } from './user-state.ts';

interface PlansProps {
  readonly subs: readonly Plan[];
  /** Something stops the user from signing in, so no running subscription says "Active". */
  readonly isStopped: boolean;
  readonly onChange: (change: ChosenChange) => void;
}

export function Plans({ subs, isStopped, onChange }: PlansProps) {
  const { user: texts } = useCopy();
  return (
    <div className="user-plans">
      <Sheet title={texts.plans}>
        {subs.length === 0 ? (
          <SheetPart>
            <p className="small">{texts.noPlans}</p>
          </SheetPart>
        ) : (
          <Rows>
            {subs.map((plan) => (
              <PlanRow
                key={plan.subscription}
                plan={plan}
                isStopped={isStopped}
                onChange={onChange}
              />
            ))}
          </Rows>
        )}
      </Sheet>
    </div>
  );
}

interface PlanRowProps extends Omit<PlansProps, 'subs'> {
  readonly plan: Plan;
}

const chips = { running: 'good', paused: 'warning', ended: 'neutral', removed: 'neutral' } as const;

function PlanRow({ plan, isStopped, onChange }: PlanRowProps) {
  const { user: texts } = useCopy();
  const state = isRunning(plan)
    ? 'running'
    : isPaused(plan)
      ? 'paused'
      : plan.since === null
        ? 'removed'
        : 'ended';
  return (
    <Row
      name={plan.subscription}
      mark={
        (state !== 'running' || !isStopped) && (
          <Chip tone={chips[state]}>{texts.planStates[state]}</Chip>
        )
      }
      tool={
        (state === 'running' || state === 'paused') && (
          <PlanMenu plan={plan.subscription} onChange={onChange} />
        )
      }
    >
      <PlanTime plan={plan} />
      {plan.grants.length > 0 && <Grants plan={plan} />}
    </Row>
  );
}

/** Ends within this time are shown with their hour. */
const soonSeconds = 48 * 3600;
const day = 86_400;

function PlanTime({ plan }: { readonly plan: Plan }) {
  const { copy, formats } = useLanguage();
  const { user: texts } = copy;
  const { expiry, timeleft } = plan;
  // A begun day counts as a whole one.
  const left = texts.left(formats.days(Math.ceil(timeleft / day) * day));
  if (isPaused(plan)) return <p className="small">{left}</p>;
  if (expiry === null) return null;
  if (!isRunning(plan)) return <p className="small">{texts.ended(formats.date(expiry))}</p>;
  const end = timeleft < soonSeconds ? formats.dateTime(expiry) : formats.date(expiry);
  return <p className="small">{`${texts.until(end)} · ${left}`}</p>;
}

interface PlanMenuProps {
  readonly plan: string;
  readonly onChange: (change: ChosenChange) => void;
}

function PlanMenu({ plan, onChange }: PlanMenuProps) {
  const { user: texts, userChanges } = useCopy();
  const maySupport = useMay('support');
  const mayAll = useMay('all');
  const names: readonly ChangeName[] = [
    ...(maySupport ? (['extend'] as const) : []),
    ...(mayAll ? (['take', 'removePlan'] as const) : []),
  ];
  if (names.length === 0) return null;
  return (
    <Menu
      buttonLabel={texts.planActions(plan)}
      label={texts.planActions(plan)}
      items={names.map((name) => ({
        label: userChanges[name].label,
        disabledReason: null,
        choose: () => onChange({ name, plan }),
      }))}
    >
      {texts.actions}
    </Menu>
  );
}
