// The hashes of programs that may start while the program check is on.
import { ChangeButton } from '../../../changes/ChangeButton.tsx';
import { useCopy } from '../../../copy/language.ts';
import { useMay } from '../../../session/application.ts';
import { SettingRow } from '../rows/SettingRow.tsx';
import { addHash, resetHashes } from './changes.ts';

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
            <ChangeButton kind="quiet" label={hashes.add} change={addHash}>
              {hashes.add}
            </ChangeButton>
            <ChangeButton kind="quiet" danger label={hashes.reset} change={resetHashes}>
              {hashes.reset}
            </ChangeButton>
          </>
        )
      }
    />
  );
}
