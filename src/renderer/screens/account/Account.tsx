// Account screen of the signed-in user, and the forms that turn two-factor sign-in on and off.
import { useState } from 'react';
import { allows, isInGroup } from '../../../shared/phases.ts';
import type { Phase } from '../../../shared/session.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { useIsOffered } from '../../bridge/use-offered.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Tools } from '@latchkey/kit/Tools.tsx';
import { useEscape } from '@latchkey/kit/use-escape.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { useArrivalFocus } from '../../ui/use-arrival-focus.ts';
import { useBusyReason } from '../../ui/use-busy-reason.ts';
import { useTitle } from '../../ui/use-title.ts';
import type { LocalForm } from '../../phase-facts.ts';
import { Community } from './Community.tsx';
import { SavedSignInsSection } from './SavedSignInsSection.tsx';
import { Options } from './Options.tsx';
import { SubscriptionsSection } from './SubscriptionsSection.tsx';
import { RedeemedKeysSection } from './RedeemedKeysSection.tsx';
import { ThisComputer } from './ThisComputer.tsx';
import { TurnOff } from './TurnOff.tsx';
import { TurnOn } from './TurnOn.tsx';
import { TwoFactor, TwoFactorOutcomeMessage, type Change } from './TwoFactor.tsx';
import type { TwoFactorOutcome } from './two-factor-outcome.ts';
import { useOffer } from './use-offer.ts';

export interface AccountProps {
  readonly phase: Phase;
  readonly open: (form: LocalForm) => void;
  readonly close: () => void;
}

export function Account({ phase, open, close }: AccountProps) {
  const [change, setChange] = useState<Change | null>(null);
  const [outcome, setOutcome] = useState<TwoFactorOutcome | null>(null);
  const offer = useOffer();
  // After the session has ended, the form is about to close.
  if (!isInGroup(phase, 'inside')) return null;
  const { account } = phase;
  const leave = (newOutcome: TwoFactorOutcome | null) => {
    offer.drop();
    setChange(null);
    setOutcome(newOutcome);
  };
  const startChange = (to: Change) => {
    setChange(to);
    if (to === 'turn-on') offer.ask();
  };
  if (change === 'turn-on') return <TurnOn offerRequest={offer} leave={leave} />;
  if (change === 'turn-off') return <TurnOff account={account} leave={leave} />;
  return (
    <Overview phase={phase} outcome={outcome} change={startChange} open={open} close={close} />
  );
}

interface OverviewProps extends AccountProps {
  readonly phase: Extract<Phase, { readonly account: object }>;
  readonly outcome: TwoFactorOutcome | null;
  readonly change: (to: Change) => void;
}

function Overview({ phase, outcome, change, open, close }: OverviewProps) {
  const { account } = phase;
  const copy = useCopy().account;
  const isOffered = useIsOffered();
  const title = useArrivalFocus<HTMLHeadingElement>();
  useTitle(copy.open);
  useEscape(true, close);
  return (
    <div className="column wide appear">
      <div>
        <h1 ref={title} tabIndex={-1}>
          {copy.open}
        </h1>
        <p className="lead">
          <Sentence text={copy.signedInAs} name={account.username} />
        </p>
        <SessionActions phase={phase} open={open} />
      </div>
      {outcome !== null && <TwoFactorOutcomeMessage outcome={outcome} />}
      <SubscriptionsSection account={account} />
      {isOffered('twoFactor') && <TwoFactor account={account} change={change} />}
      <Options />
      <RedeemedKeysSection />
      <SavedSignInsSection />
      <ThisComputer account={account} />
      <Community key={account.username} />
      <Tools>
        <BackLink back={close} />
      </Tools>
    </div>
  );
}

/** The actions that end the session: a new user name, and signing out. */
function SessionActions({ phase, open }: Pick<OverviewProps, 'phase' | 'open'>) {
  const { bridge } = useLoaderContext();
  const copy = useCopy().account;
  const isOffered = useIsOffered();
  const isDisabled = !allows(phase, 'signOut');
  const busyReason = useBusyReason();
  // For a sign-in with only a key, the key is the user name and cannot change.
  const canRename = phase.account.byKey !== true && isOffered('changeUsername');
  return (
    <>
      <Tools>
        {canRename && (
          <Button kind="quiet" disabled={isDisabled} onClick={() => open('new-name')}>
            {copy.changeName}
          </Button>
        )}
        <Button kind="quiet" disabled={isDisabled} onClick={() => void bridge.signOut({})}>
          {copy.signOut}
        </Button>
      </Tools>
      {isDisabled && <p className="small">{busyReason}</p>}
    </>
  );
}
