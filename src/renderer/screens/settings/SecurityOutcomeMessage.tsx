// The outcome of the last form, above the security settings.
import { CircleAlert, CircleCheck, Info } from 'lucide';
import type { Copy } from '../../../copy/copy.ts';
import { useCopy } from '../../bridge/loader-context.ts';
import { Message, type MessageProps } from '@latchkey/kit/Message.tsx';
import { RetryButton } from '../../ui/RetryButton.tsx';
import { useAnnouncement } from '../../ui/use-live-region.ts';
import type { RecoveryOutcome, SecurityOutcome, TwoFactorOutcome } from './security-outcome.ts';

type Look = Pick<MessageProps, 'tone' | 'icon'>;

const good: Look = { tone: 'good', icon: CircleCheck };
const done: Look = { tone: 'neutral', icon: CircleCheck };
const undone: Look = { tone: 'neutral', icon: Info };
const warning: Look = { tone: 'warning', icon: CircleAlert };

const twoFactorLooks: Readonly<Record<TwoFactorOutcome, Look>> = {
  on: good,
  off: done,
  left: undone,
  unsure: warning,
};
const recoveryLooks: Readonly<Record<RecoveryOutcome, Look>> = {
  confirmed: good,
  'confirmed-first': good,
  left: undone,
  'left-without': warning,
  'turned-on': good,
  'turned-on-without': warning,
};

function lookOf(outcome: SecurityOutcome): Look {
  if (outcome.of === 'password') return good;
  return outcome.of === 'two-factor' ? twoFactorLooks[outcome.end] : recoveryLooks[outcome.end];
}

function textsOf(copy: Copy, outcome: SecurityOutcome): { title: string; text: string } {
  if (outcome.of === 'password') {
    const { doneTitle: title, doneText: text } = copy.changePassword;
    return { title, text };
  }
  return outcome.of === 'two-factor'
    ? copy.twoFactorOutcomes[outcome.end]
    : copy.recoveryOutcomes[outcome.end];
}

export function SecurityOutcomeMessage({ outcome }: { readonly outcome: SecurityOutcome }) {
  const copy = useCopy();
  const { checkResults, state } = copy;
  const { title, text } = textsOf(copy, outcome);
  useAnnouncement(title);
  return (
    <Message {...lookOf(outcome)} title={title} text={text}>
      {outcome.of === 'two-factor' && outcome.end === 'unsure' && (
        <div className="tools">
          <RetryButton kind="quiet" label={state.checkAgain} resultText={checkResults.changed} />
        </div>
      )}
    </Message>
  );
}
