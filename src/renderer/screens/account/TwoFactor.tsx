// Two-factor sign-in on the account screen: its state, its buttons and the last change's outcome.
import { CircleAlert, CircleCheck, Info } from 'lucide';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { allows } from '../../../shared/phases.ts';
import type { Account } from '../../../shared/session.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { Sheet } from '@latchkey/kit/Sheet.tsx';
import { Tools } from '@latchkey/kit/Tools.tsx';
import { RetryButton } from '../../ui/RetryButton.tsx';
import { useBusyReason } from '../../ui/use-busy-reason.ts';
import { useAnnouncement } from '../../ui/use-live-region.ts';
import type { TwoFactorOutcome } from './two-factor-outcome.ts';

export type Change = 'turn-on' | 'turn-off';

export interface TwoFactorProps {
  readonly account: Account;
  readonly change: (to: Change) => void;
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
    <Sheet
      title={copy.heading}
      mark={<Chip tone={state === 'on' ? 'good' : 'neutral'}>{copy.states[state].chip}</Chip>}
      below={
        <>
          <p className="small">{copy.states[state].text}</p>
          <Tools>
            {state !== 'on' && (
              <Button kind="quiet" disabled={!canChange} onClick={() => change('turn-on')}>
                {copy.turnOn}
              </Button>
            )}
            {state !== 'off' && (
              <Button kind="quiet" disabled={!canChange} onClick={() => change('turn-off')}>
                {copy.turnOff}
              </Button>
            )}
          </Tools>
          {!canChange && <p className="small">{busyReason}</p>}
        </>
      }
    />
  );
}

const tones = { on: 'good', off: 'neutral', left: 'neutral', unsure: 'warning' } as const;
const icons = { on: CircleCheck, off: CircleCheck, left: Info, unsure: CircleAlert } as const;

export function TwoFactorOutcomeMessage({ outcome }: { readonly outcome: TwoFactorOutcome }) {
  const { found, state, twoFactorEnd: copy } = useCopy();
  const { title, text } = copy[outcome];
  useAnnouncement(title);
  return (
    <Message tone={tones[outcome]} icon={icons[outcome]} title={title} text={text}>
      {outcome === 'unsure' && (
        <div className="tools">
          <RetryButton kind="quiet" label={state.checkAgain} resultText={found.changed} />
        </div>
      )}
    </Message>
  );
}
