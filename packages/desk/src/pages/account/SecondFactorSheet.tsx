// The second factor of the person: turned on with an authenticator app, turned off with a code.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { failureOf } from '@latchkey/web/failure.ts';
import { failureText } from '../../client/failure-text.ts';
import { useOwnChange } from '../../client/own.ts';
import { useLanguage } from '../../copy/language.ts';
import { useAnnounce } from '../../parts/Announcements.tsx';
import { CodeField } from '../../parts/CodeField.tsx';
import { OwnChangeDialog } from '../../parts/OwnChangeDialog.tsx';
import { RecoveryCodes, Scan } from './TurnOnSteps.tsx';

export function SecondFactorSheet({ isOn }: { readonly isOn: boolean }) {
  const { secondFactor } = useLanguage().copy;
  return (
    <Sheet
      title={secondFactor.title}
      mark={
        <Chip tone={isOn ? 'good' : 'neutral'}>{isOn ? secondFactor.on : secondFactor.off}</Chip>
      }
    >
      <SheetPart>
        <div className="card-part">
          <p className="small">{isOn ? secondFactor.onText : secondFactor.offText}</p>
          {isOn && <TurnOff />}
          <TurnOn isOn={isOn} />
        </div>
      </SheetPart>
    </Sheet>
  );
}

/** Stays until the recovery codes are saved, when the second factor is on already. */
function TurnOn({ isOn }: { readonly isOn: boolean }) {
  const language = useLanguage();
  const { secondFactor } = language.copy;
  const announce = useAnnounce();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const offer = useOwnChange('offersecondfactor');
  const wait = useWait(offer.isPending);
  const failure = offer.error === null ? null : failureOf(offer.error);
  return (
    <>
      {!isOn && (
        <Button kind="outlined" wait={wait} onClick={() => offer.mutate({})}>
          {secondFactor.turnOn}
        </Button>
      )}
      {failure !== null && failure.code !== 'cancelled' && (
        <p className="error" role="alert">
          {failureText(language, failure)}
        </p>
      )}
      {offer.data !== undefined && (
        <Scan offer={offer.data} onDone={setCodes} onLeave={() => offer.reset()} />
      )}
      {codes !== null && (
        <RecoveryCodes
          codes={codes}
          onSaved={() => {
            setCodes(null);
            announce(secondFactor.onDone);
          }}
        />
      )}
    </>
  );
}

function TurnOff() {
  const { secondFactor } = useLanguage().copy;
  const [isOpen, setOpen] = useState(false);
  const [code, setCode] = useState('');
  return (
    <>
      <Button kind="outlined" danger onClick={() => setOpen(true)}>
        {secondFactor.turnOff}
      </Button>
      {isOpen && (
        <OwnChangeDialog
          type="endsecondfactor"
          parameters={{ code }}
          title={secondFactor.turnOffTitle}
          text={secondFactor.turnOffText}
          submit={secondFactor.turnOff}
          danger
          ready={code.trim() !== ''}
          done={() => secondFactor.offDone}
          onLeave={() => {
            setOpen(false);
            setCode('');
          }}
        >
          <CodeField label={secondFactor.turnOffCode} value={code} onChange={setCode} />
        </OwnChangeDialog>
      )}
    </>
  );
}
