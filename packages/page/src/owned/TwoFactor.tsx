// Two-factor sign-in: turned on with a QR code, turned off with a code, and its recovery codes.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { recoveryCodeCount } from '@latchkey/protocol/limits.ts';
import { useSession } from '../client/session.ts';
import { useAction } from '../client/use-action.ts';
import { useLanguage } from '../copy/language.ts';
import { FailureMessage } from '../parts/FailureMessage.tsx';
import { ProofDialog } from './ProofDialog.tsx';
import { codesOf, ScanDialog, type Offer } from './ScanDialog.tsx';
import { ShownCodes } from './ShownCodes.tsx';

/** A dialog that is open. */
type Step =
  | { readonly kind: 'scan'; readonly offer: Offer }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'new-codes' }
  | { readonly kind: 'turn-off' };

export function TwoFactor() {
  const { me, ask } = useSession();
  const { security } = useLanguage().copy;
  const [step, setStep] = useState<Step | null>(null);
  const { isPending, failure, run } = useAction<null>(async () => {
    setStep({ kind: 'scan', offer: offerOf(await ask('2faenable')) });
  });
  const wait = useWait(isPending);
  const isOn = me.hasSecondFactor;
  return (
    <Sheet
      title={security.title}
      mark={<Chip tone={isOn ? 'good' : 'neutral'}>{isOn ? security.on : security.off}</Chip>}
      below={<p className="small">{isOn ? security.onText : security.offText}</p>}
    >
      <SheetPart>
        <CodesLeft />
        <div className="row-tools">
          {!isOn && (
            <Button kind="quiet" wait={wait} onClick={() => void run(null)}>
              {security.turnOn}
            </Button>
          )}
          {me.recovery !== undefined && (
            <Button kind="quiet" onClick={() => setStep({ kind: 'new-codes' })}>
              {security.newCodes}
            </Button>
          )}
          {isOn && (
            <Button kind="quiet" danger onClick={() => setStep({ kind: 'turn-off' })}>
              {security.turnOff}
            </Button>
          )}
        </div>
        <FailureMessage failure={failure} />
      </SheetPart>
      {step !== null && <StepDialog step={step} onStep={setStep} />}
    </Sheet>
  );
}

interface StepDialogProps {
  readonly step: Step;
  readonly onStep: (step: Step | null) => void;
}

function StepDialog({ step, onStep }: StepDialogProps) {
  const { me, refresh, notify } = useSession();
  const { security, signIn } = useLanguage().copy;
  const leave = () => onStep(null);
  const showCodes = (codes: readonly string[]) => onStep({ kind: 'codes', codes });
  const turnedOn = async (codes: readonly string[]) => {
    // First: the service sends them only once, and reading the page again can fail.
    if (codes.length > 0) showCodes(codes);
    await refresh();
    notify(security.isOn);
    if (codes.length === 0) leave();
  };
  if (step.kind === 'scan')
    return <ScanDialog offer={step.offer} onDone={turnedOn} onLeave={leave} />;
  if (step.kind === 'codes') return <ShownCodes codes={step.codes} onLeave={leave} />;
  if (step.kind === 'new-codes')
    return (
      <ProofDialog
        operation="newrecoverycodes"
        title={security.newCodes}
        text={security.newCodesText}
        submit={signIn.continue}
        onDone={(answer) => showCodes(codesOf(answer))}
        onLeave={leave}
      />
    );
  const turnedOff = async () => {
    await refresh();
    notify(security.isOff);
    leave();
  };
  return (
    <ProofDialog
      operation="2fadisable"
      title={security.turnOffTitle}
      text={me.isKey ? security.turnOffByKey : security.turnOffText}
      submit={security.turnOff}
      danger
      onDone={turnedOff}
      onLeave={leave}
    />
  );
}

function CodesLeft() {
  const { recovery } = useSession().me;
  const { security } = useLanguage().copy;
  if (recovery === undefined) return null;
  const { left } = recovery;
  return (
    <p className="small">
      {left === 0 ? security.noCodes : security.codesLeft(String(left), String(recoveryCodeCount))}
    </p>
  );
}

function offerOf(answer: Readonly<Record<string, unknown>>): Offer {
  const { secret_code: secret, QRCode: url }: Readonly<Record<string, unknown>> = {
    ...(answer['2fa'] as object | undefined), // checked below
  };
  return { secret: String(secret), url: String(url) };
}
