// Two-factor sign-in in the settings: its state, its buttons and the last change's outcome.
import { CircleAlert, CircleCheck, Info } from 'lucide';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { allows } from '../../../shared/phases.ts';
import type { Account } from '../../../shared/session.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { RetryButton } from '../../ui/RetryButton.tsx';
import { useBusyReason } from '../../ui/use-busy-reason.ts';
import { useAnnouncement } from '../../ui/use-live-region.ts';
import { SettingCard } from './SettingCard.tsx';
import type { TwoFactorOutcome } from './two-factor-outcome.ts';

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

const tones = { on: 'good', off: 'neutral', left: 'neutral', unsure: 'warning' } as const;
const icons = { on: CircleCheck, off: CircleCheck, left: Info, unsure: CircleAlert } as const;

export function TwoFactorOutcomeMessage({ outcome }: { readonly outcome: TwoFactorOutcome }) {
  const { checkResults, state, twoFactorOutcomes: copy } = useCopy();
  const { title, text } = copy[outcome];
  useAnnouncement(title);
  return (
    <Message tone={tones[outcome]} icon={icons[outcome]} title={title} text={text}>
      {outcome === 'unsure' && (
        <div className="tools">
          <RetryButton kind="quiet" label={state.checkAgain} resultText={checkResults.changed} />
        </div>
      )}
    </Message>
  );
}
