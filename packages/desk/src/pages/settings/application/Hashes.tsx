// The hashes of programs that may start while the program check is on.
import { useState } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import { useCopy } from '../../../copy/language.ts';
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import { useMay } from '../../../session/application.ts';
import { ChangeButton } from '../rows/ChangeButton.tsx';
import { SettingRow } from '../rows/SettingRow.tsx';

export function Hashes() {
  const { hashes } = useCopy().settings;
  const mayChange = useMay('all');
  return (
    <SettingRow
      name={hashes.row}
      now={hashes.rowText}
      tools={
        mayChange && (
          <>
            <ChangeButton
              label={hashes.add}
              name={hashes.add}
              dialog={(onLeave) => <AddHash onLeave={onLeave} />}
            />
            <ChangeButton
              label={hashes.reset}
              name={hashes.reset}
              danger
              dialog={(onLeave) => <ResetHashes onLeave={onLeave} />}
            />
          </>
        )
      }
    />
  );
}

interface DialogProps {
  readonly onLeave: () => void;
}

function AddHash({ onLeave }: DialogProps) {
  const { hashes } = useCopy().settings;
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const hash = typed.trim();
  const isHash = /^[0-9a-f]{32,64}$/i.test(hash);
  const isWrong = isTried && !isHash;
  return (
    <ChangeDialog
      type="addhash"
      parameters={{ hash }}
      title={hashes.add}
      text={hashes.addText}
      submit={hashes.add}
      ready={isHash}
      onNotReady={() => setTried(true)}
      done={() => hashes.added}
      onLeave={onLeave}
    >
      <Field
        label={hashes.hash}
        className="mono"
        value={typed}
        wrong={isWrong}
        {...(isWrong ? { error: hashes.hint } : { hint: hashes.hint })}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ChangeDialog>
  );
}

function ResetHashes({ onLeave }: DialogProps) {
  const { hashes } = useCopy().settings;
  return (
    <ChangeDialog
      type="resethash"
      parameters={{}}
      title={hashes.reset}
      text={hashes.resetText}
      submit={hashes.reset}
      danger
      done={() => hashes.resetDone}
      onLeave={onLeave}
    />
  );
}
