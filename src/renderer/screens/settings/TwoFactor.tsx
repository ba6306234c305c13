// Two-factor sign-in in the settings: its state and its buttons.
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { allows } from '../../../shared/phases.ts';
import type { Account } from '../../../shared/session.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { useBusyReason } from '../../ui/use-busy-reason.ts';
import { SettingCard } from './SettingCard.tsx';

export interface TwoFactorProps {
  readonly account: Account;
  readonly change: (to: 'turn-on' | 'turn-off') => void;
}

function stateOf({ twoFactor }: Account): 'on' | 'off' | 'unknown' {
  if (twoFactor === undefined) return 'unknown';
  return twoFactor ? 'on' : 'off';
}

export function TwoFactor({ account, change }: TwoFactorProps) {
  const { session } = useLoaderContext();
  const { twoFactor: copy } = useCopy();
  const busyReason = useBusyReason();
  const state = stateOf(account);
  const canChange = allows(session.phase, 'turnOnTwoFactor');
  return (
    <SettingCard
      title={copy.heading}
      mark={<Chip tone={state === 'on' ? 'good' : 'neutral'}>{copy.states[state].chip}</Chip>}
      text={
        <>
          <p>{copy.states[state].text}</p>
          {!canChange && <p>{busyReason}</p>}
        </>
      }
      control={
        <div className="setting-tools">
          {state !== 'on' && (
            <Button
              kind="outlined"
              label={copy.turnOn}
              disabled={!canChange}
              onClick={() => change('turn-on')}
            >
              {copy.on}
            </Button>
          )}
          {state !== 'off' && (
            <Button
              kind="outlined"
              danger
              label={copy.turnOff}
              disabled={!canChange}
              onClick={() => change('turn-off')}
            >
              {copy.off}
            </Button>
          )}
        </div>
      }
    />
  );
}
