// Account screen of the signed-in user, and the forms that turn two-factor sign-in on and off.
import { useState } from 'react';
import { allows, isAt } from '../../../shared/phases.ts';
import type { Phase } from '../../../shared/session.ts';
import { useCopy, useParts } from '../../bridge/loader-context.ts';
import { useOffered } from '../../bridge/use-offered.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Tools } from '@latchkey/kit/Tools.tsx';
import { useEscape } from '@latchkey/kit/use-escape.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { useArrivalFocus } from '../../ui/use-arrival-focus.ts';
import { useWhyHeld } from '../../ui/use-why-held.ts';
import { useTitle } from '../../ui/use-title.ts';
import type { LocalForm } from '../../phase-facts.ts';
import { Community } from './Community.tsx';
import { KeptHere } from './KeptHere.tsx';
import { Options } from './Options.tsx';
import { Owned } from './Owned.tsx';
import { RedeemedHere } from './RedeemedHere.tsx';
import { ThisComputer } from './ThisComputer.tsx';
import { TurnOff } from './TurnOff.tsx';
import { TurnOn } from './TurnOn.tsx';
import { TwoFactor, TwoFactorEnding, type Change } from './TwoFactor.tsx';
import type { TwoFactorEnd } from './two-factor-end.ts';
import { useOffer } from './use-offer.ts';

export interface AccountProps {
  readonly phase: Phase;
  readonly open: (form: LocalForm) => void;
  readonly close: () => void;
}

export function Account({ phase, open, close }: AccountProps) {
  const [change, setChange] = useState<Change | null>(null);
  const [end, setEnd] = useState<TwoFactorEnd | null>(null);
  const offer = useOffer();
  // After the session has ended, the form is about to close.
  if (!isAt(phase, 'inside')) return null;
  const { account } = phase;
  const leave = (ended: TwoFactorEnd | null) => {
    offer.drop();
    setChange(null);
    setEnd(ended);
  };
  const begin = (to: Change) => {
    setChange(to);
    if (to === 'turn-on') offer.ask();
  };
  if (change === 'turn-on') return <TurnOn asked={offer} leave={leave} />;
  if (change === 'turn-off') return <TurnOff username={account.username} leave={leave} />;
  return <Overview phase={phase} end={end} change={begin} open={open} close={close} />;
}

interface OverviewProps extends AccountProps {
  readonly phase: Extract<Phase, { readonly account: object }>;
  readonly end: TwoFactorEnd | null;
  readonly change: (to: Change) => void;
}

function Overview({ phase, end, change, open, close }: OverviewProps) {
  const { account } = phase;
  const copy = useCopy().account;
  const offered = useOffered();
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
        <Leaving phase={phase} open={open} />
      </div>
      {end !== null && <TwoFactorEnding end={end} />}
      <Owned account={account} />
      {offered('twoFactor') && <TwoFactor account={account} change={change} />}
      <Options />
      <RedeemedHere />
      <KeptHere />
      <ThisComputer account={account} />
      <Community key={account.username} />
      <Tools>
        <BackLink back={close} />
      </Tools>
    </div>
  );
}

/** The actions that end the session: a new user name, and signing out. */
function Leaving({ phase, open }: Pick<OverviewProps, 'phase' | 'open'>) {
  const { bridge } = useParts();
  const copy = useCopy().account;
  const offered = useOffered();
  const off = !allows(phase, 'signOut');
  const whyHeld = useWhyHeld();
  // For a sign-in with only a key, the key is the user name and cannot change.
  const canRename = phase.account.byKey !== true && offered('changeUsername');
  return (
    <>
      <Tools>
        {canRename && (
          <Button kind="quiet" off={off} onClick={() => open('new-name')}>
            {copy.changeName}
          </Button>
        )}
        <Button kind="quiet" off={off} onClick={() => void bridge.signOut({})}>
          {copy.signOut}
        </Button>
      </Tools>
      {off && <p className="small">{whyHeld}</p>}
    </>
  );
}
