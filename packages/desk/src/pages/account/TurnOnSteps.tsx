// Turns the second factor on: scan the QR code, enter a first code, save the recovery codes.
import { Download } from 'lucide';
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { CopyButton } from '@latchkey/kit/CopyButton.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';
import { QrCode } from '@latchkey/kit/QrCode.tsx';
import type { OwnAnswer } from '../../client/own.ts';
import { useCopy } from '../../copy/language.ts';
import { CodeField } from '../../parts/CodeField.tsx';
import { OwnChangeDialog } from '../../parts/OwnChangeDialog.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { drawQr } from './draw-qr.ts';

interface ScanProps {
  readonly offer: OwnAnswer<'offersecondfactor'>;
  readonly onDone: (codes: readonly string[]) => void;
  readonly onLeave: () => void;
}

export function Scan({ offer: { secret, url }, onDone, onLeave }: ScanProps) {
  const { secondFactor, frame } = useCopy();
  const [code, setCode] = useState('');
  return (
    <OwnChangeDialog
      type="confirmsecondfactor"
      parameters={{ code }}
      title={secondFactor.scanTitle}
      text={secondFactor.scanText}
      submit={secondFactor.confirm}
      ready={code.trim() !== ''}
      done={() => ''}
      onDone={({ recoveryCodes }) => onDone(recoveryCodes)}
      onLeave={onLeave}
    >
      <div className="scan">
        <QrCode label={secondFactor.qr} {...drawQr(url)} />
        <div>
          <p className="small">{secondFactor.manual}</p>
          <p className="mono" dir="ltr" translate="no">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </p>
          <CopyButton
            text={secret}
            label={secondFactor.copyKey}
            copiedLabel={frame.copied}
            byHandLabel={secondFactor.manual}
          />
        </div>
      </div>
      <CodeField label={secondFactor.code} inputMode="numeric" value={code} onChange={setCode} />
    </OwnChangeDialog>
  );
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onSaved: () => void;
}

/** Escape does not close it, because the codes are shown only once. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const { secondFactor, frame } = useCopy();
  const lines = codes.join('\n');
  return (
    <Dialog
      title={secondFactor.codesTitle}
      text={secondFactor.codesText}
      onLeave={() => undefined}
      more={
        <div className="shown-once">
          <ul className="recovery-codes mono" dir="ltr" translate="no">
            {codes.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
          <div className="with-chip">
            <CopyButton
              text={lines}
              label={secondFactor.copyCodes}
              copiedLabel={frame.copied}
              byHandLabel={secondFactor.codesTitle}
            />
            <Button
              kind="quiet"
              icon={Download}
              onClick={() =>
                saveFile(secondFactor.fileName, new Blob([`${lines}\n`], { type: 'text/plain' }))
              }
            >
              {secondFactor.saveCodes}
            </Button>
          </div>
        </div>
      }
    >
      <Button kind="filled" onClick={onSaved}>
        {secondFactor.saved}
      </Button>
    </Dialog>
  );
}
