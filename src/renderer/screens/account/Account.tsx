// The account of who is signed in, in a script of its own: later.tsx loads it when it is wanted first.
import { useState } from 'react';
import { isAt } from '../../../shared/phases.ts';
import type { Phase } from '../../../shared/session.ts';
import { useLaterCopy } from '../../bridge/later-copy.ts';
import { useOffered } from '../../bridge/use-offered.ts';
import { useEscape } from '../../kit/use-escape.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { useArrivalFocus } from '../../ui/use-arrival-focus.ts';
import { useTitle } from '../../ui/use-title.ts';
import { TurnOff } from './TurnOff.tsx';
import { TurnOn } from './TurnOn.tsx';
import { TwoFactor, TwoFactorEnding, type Turn } from './TwoFactor.tsx';
import type { TwoFactorEnd } from './two-factor-end.ts';
import { useOffer } from './use-offer.ts';

export interface AccountProps {
  readonly phase: Phase;
  readonly close: () => void;
}

export function Account({ phase, close }: AccountProps) {
  const [turn, setTurn] = useState<Turn | null>(null);
  const [end, setEnd] = useState<TwoFactorEnd | null>(null);
  const offer = useOffer();
  // The form closes with the sign-in.
  if (!isAt(phase, 'inside')) return null;
  const { account } = phase;
  const leave = (ended: TwoFactorEnd | null) => {
    offer.drop();
    setTurn(null);
    setEnd(ended);
  };
  const begin = (to: Turn) => {
    setTurn(to);
    if (to === 'turn-on') offer.ask();
  };
  if (turn === 'turn-on') return <TurnOn asked={offer} leave={leave} />;
  if (turn === 'turn-off') return <TurnOff username={account.username} leave={leave} />;
  return <Overview phase={phase} end={end} turn={begin} close={close} />;
}

interface OverviewProps {
  readonly phase: Extract<Phase, { readonly account: object }>;
  readonly end: TwoFactorEnd | null;
  readonly turn: (to: Turn) => void;
  readonly close: () => void;
}

function Overview({ phase: { account }, end, turn, close }: OverviewProps) {
  const copy = useLaterCopy().account;
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
      </div>
      {end !== null && <TwoFactorEnding end={end} />}
      {offered('twoFactor') && <TwoFactor account={account} turn={turn} />}
      <div>
        <BackLink back={close} />
      </div>
    </div>
  );
}
