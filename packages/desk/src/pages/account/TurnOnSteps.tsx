// Turns the second factor on: scan the QR code, enter a first code, save the recovery codes.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { CodeList } from '@latchkey/kit/CodeList.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';
import { ScanCode } from '@latchkey/kit/ScanCode.tsx';
import { drawQr } from '@latchkey/web/draw-qr.ts';
import { saveFile } from '@latchkey/web/save-file.ts';
import type { OwnAnswer } from '../../client/own.ts';
import { useCopy } from '../../copy/language.ts';
import { CodeField } from '../../parts/CodeField.tsx';
import { OwnChangeDialog } from '../../parts/OwnChangeDialog.tsx';

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
      <ScanCode
        label={secondFactor.qr}
        {...drawQr(url)}
        keyLabel={secondFactor.manual}
        secret={secret}
        copy={{
          label: secondFactor.copyKey,
          copiedLabel: frame.copied,
          byHandLabel: secondFactor.manual,
        }}
      />
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
  return (
    <Dialog
      title={secondFactor.codesTitle}
      text={secondFactor.codesText}
      onLeave={() => undefined}
      more={
        <CodeList
          codes={codes}
          copy={{
            label: secondFactor.copyCodes,
            copiedLabel: frame.copied,
            byHandLabel: secondFactor.codesTitle,
          }}
          saveLabel={secondFactor.saveCodes}
          onSave={(text) =>
            saveFile(secondFactor.fileName, new Blob([text], { type: 'text/plain' }))
          }
        />
      }
    >
      <Button kind="filled" onClick={onSaved}>
        {secondFactor.saved}
      </Button>
    </Dialog>
  );
}
