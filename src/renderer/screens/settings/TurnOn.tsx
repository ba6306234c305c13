// Turns two-factor sign-in on in two steps: scan the secret, then enter a code of the authenticator.
import { TimerOff } from 'lucide';
import { useState, type ReactNode } from 'react';
import { fill } from '../../../copy/sentences.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { RecoveryCodes } from '../../../shared/recovery-codes.ts';
import type { Account } from '../../../shared/session.ts';
import type { TwoFactorOffer } from '../../../shared/two-factor.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { useEscape } from '@latchkey/kit/use-escape.ts';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { BackArrow } from '../../ui/BackArrow.tsx';
import { CodeField } from '../../ui/CodeField.tsx';
import { FailureBox } from '../../ui/FailureBox.tsx';
import { FormScreen } from '../../ui/FormScreen.tsx';
import { useArrivalFocus } from '../../ui/use-arrival-focus.ts';
import { codeFields, useCode } from '../../ui/use-code.ts';
import { useFormErrors } from '../../ui/form-errors.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { WaitLine } from '../../ui/WaitLine.tsx';
import { OfferCard } from './OfferCard.tsx';
import { TimeLeft } from './TimeLeft.tsx';
import { isOutcomeUnknown, type TwoFactorOutcome } from './security-outcome.ts';
import type { OfferState, OfferRequest } from './use-offer.ts';

export interface TurnOnProps {
  readonly account: Account;
  readonly offerRequest: OfferRequest;
  /** The service also returned recovery codes, which are still to be confirmed. */
  readonly showCodes: (codes: RecoveryCodes) => void;
  readonly leave: (end: TwoFactorOutcome | null) => void;
}

export function TurnOn({
  account,
  offerRequest: { state, wasShown, pending, ask, expire },
  showCodes,
  leave,
}: TurnOnProps) {
  const [outcomeUnknown, setOutcomeUnknown] = useState(false);
  const back = () => {
    if (outcomeUnknown) leave('unsure');
    else leave(wasShown ? 'left' : null);
  };
  if (state.kind !== 'available')
    return <OfferUnavailable state={state} pending={pending} ask={ask} back={back} />;
  return (
    <Enrolment
      offer={state.offer}
      onExpired={expire}
      onRefused={(failure) => setOutcomeUnknown(isOutcomeUnknown(failure))}
      back={back}
      {...{ steps: stepsOf(account), showCodes, leave }}
    />
  );
}

/** Confirming recovery codes takes two further steps. */
function stepsOf({ can }: Account): string {
  return can?.includes('newrecoverycodes') === true ? '4' : '2';
}

interface OfferUnavailableProps {
  readonly state: Exclude<OfferState, { readonly kind: 'available' }>;
  readonly pending: boolean;
  readonly ask: () => void;
  readonly back: () => void;
}

function OfferUnavailable({ state, pending, ask, back }: OfferUnavailableProps) {
  const { bridge } = useLoaderContext();
  const copy = useCopy();
  const title = useArrivalFocus<HTMLHeadingElement>();
  const wait = useWait(pending);
  const isOn = state.kind === 'failed' && state.failure.code === 'two-factor-on';
  useTitle(copy.twoFactor.turnOn);
  // Cancel a request in flight first, so that its answer cannot arrive after leaving.
  const stop = () => {
    if (pending) void bridge.cancel({});
    else back();
  };
  useEscape(true, stop);
  return (
    <section className="column form appear" aria-busy={pending}>
      <BackArrow back={stop} />
      <div className="head-of-form">
        <h1 ref={title} tabIndex={-1}>
          {copy.twoFactor.turnOn}
        </h1>
      </div>
      {state.kind === 'failed' && (
        <FailureBox key={state.failure.reportId} failure={state.failure} operation="screen" />
      )}
      {state.kind === 'expired' && (
        <Message
          tone="warning"
          icon={TimerOff}
          title={copy.twoFactor.over}
          text={copy.twoFactor.overText}
          alert
        />
      )}
      {/* While two-factor sign-in is on, the service refuses to create another secret. */}
      {!isOn && (
        <div className="submit">
          <Button
            kind="filled"
            wait={wait}
            busyLabel={copy.steps['preparing-two-factor']}
            onClick={ask}
          >
            {copy.twoFactor.again}
          </Button>
        </div>
      )}
      <WaitLine wait={wait} busyLabel={copy.steps['preparing-two-factor']} />
    </section>
  );
}

interface EnrolmentProps {
  readonly offer: TwoFactorOffer;
  readonly onExpired: () => void;
  readonly onRefused: (failure: Failure) => void;
  readonly back: () => void;
  /** The number of steps. */
  readonly steps: string;
  readonly showCodes: TurnOnProps['showCodes'];
  readonly leave: TurnOnProps['leave'];
}

function Enrolment({ offer, onExpired, back, ...rest }: EnrolmentProps) {
  const [isScanned, setIsScanned] = useState(false);
  const expires = <TimeLeft until={offer.expiresAt} onExpired={onExpired} />;
  return isScanned ? (
    <EnterCode {...rest} onExpired={onExpired} back={() => setIsScanned(false)}>
      {expires}
    </EnterCode>
  ) : (
    <Scan offer={offer} steps={rest.steps} back={back} next={() => setIsScanned(true)}>
      {expires}
    </Scan>
  );
}

interface ScanProps extends Pick<EnrolmentProps, 'offer' | 'steps'> {
  readonly back: () => void;
  readonly next: () => void;
  /** The time left. */
  readonly children: ReactNode;
}

function Scan({ offer, steps, back, next, children }: ScanProps) {
  const copy = useCopy().twoFactor;
  const title = useArrivalFocus<HTMLHeadingElement>();
  useTitle(copy.turnOn);
  useEscape(true, back);
  return (
    <section className="column form appear">
      <BackArrow back={back} />
      <div className="head-of-form">
        <p className="small">{fill(copy.step, { step: '1', all: steps })}</p>
        <h1 ref={title} tabIndex={-1}>
          {copy.turnOn}
        </h1>
        <p className="lead">{copy.scan}</p>
      </div>
      <OfferCard offer={offer}>{children}</OfferCard>
      <div className="next-step">
        <Button kind="filled" onClick={next}>
          {copy.next}
        </Button>
      </div>
    </section>
  );
}

interface EnterCodeProps extends Omit<EnrolmentProps, 'offer'> {
  /** The time left. */
  readonly children: ReactNode;
}

function EnterCode({ onExpired, onRefused, back, leave, children, ...rest }: EnterCodeProps) {
  const { bridge } = useLoaderContext();
  const copy = useCopy();
  const input = useCode(
    'two-factor',
    'app',
    (code) => bridge.turnOnTwoFactor({ code }),
    (answer) => {
      if (!answer.ok) {
        onRefused(answer.failure);
        if (answer.failure.code === 'two-factor-expired') onExpired();
      } else if (answer.value === null) leave('on');
      else rest.showCodes(answer.value);
    },
  );
  const { command, code, inputErrors, submit } = input;
  const errors = useFormErrors(command.failure, 'two-factor', codeFields, inputErrors);
  // If two-factor sign-in is already on, the settings show it.
  const goBack = () => (command.failure?.code === 'two-factor-on' ? leave(null) : back());
  return (
    <FormScreen
      title={copy.twoFactor.enter}
      above={fill(copy.twoFactor.step, { step: '2', all: rest.steps })}
      lead={copy.twoFactor.enterLead}
      errors={errors}
      pending={command.pending}
      label={copy.twoFactor.on}
      busyLabel={copy.twoFactor.turningOn}
      until={command.until}
      submit={() => void submit(code)}
      leave={goBack}
      backAtTop
      links={null}
    >
      <CodeField input={input} errors={errors} />
      {children}
    </FormScreen>
  );
}
