// The list of new recovery codes, with buttons to copy, save and print it. When printed, the page
// shows only this list.
import { Check, Download, Printer } from 'lucide';
import { useState } from 'react';
import { fill } from '../../../copy/sentences.ts';
import type { RecoveryCodes } from '../../../shared/recovery-codes.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { useCommand } from '../../bridge/use-command.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { FailureBox } from '../../ui/FailureBox.tsx';
import { useAnnouncement } from '../../ui/use-live-region.ts';

export interface CodesSheetProps {
  readonly username: string;
  readonly codes: RecoveryCodes;
}

export function CodesSheet({ username, codes }: CodesSheetProps) {
  const { name: brand } = useLoaderContext().info.brand;
  const copy = useCopy().recoveryCodes;
  return (
    <div className="sheet card printed">
      <div className="print-only">
        <p>{fill(copy.printTitle, { brand })}</p>
        <p>{fill(copy.printAccount, { name: username })}</p>
      </div>
      <ul className="recovery-codes mono" aria-label={copy.list} dir="ltr" translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CodesTools codes={codes} />
    </div>
  );
}

function CodesTools({ codes }: Pick<CodesSheetProps, 'codes'>) {
  const { bridge } = useLoaderContext();
  const copy = useCopy().recoveryCodes;
  const command = useCommand<boolean | null>();
  const [isSaved, setIsSaved] = useState(false);
  useAnnouncement(isSaved ? copy.saved : null);
  const save = async () => {
    const answer = await command.run(() => bridge.saveRecoveryCodes({ codes: [...codes] }));
    if (answer?.ok === true && answer.value === true) setIsSaved(true);
  };
  const { failure } = command;
  return (
    <>
      <div className="code-tools">
        <CopyButton text={() => codes.join('\n')} label={copy.copy} />
        <Button kind="quiet" icon={isSaved ? Check : Download} onClick={() => void save()}>
          {isSaved ? copy.saved : copy.save}
        </Button>
        <Button
          kind="quiet"
          icon={Printer}
          onClick={() => void command.run(() => bridge.printRecoveryCodes({}))}
        >
          {copy.print}
        </Button>
      </div>
      {failure !== null && (
        <FailureBox key={failure.reportId} failure={failure} operation="screen" />
      )}
    </>
  );
}
