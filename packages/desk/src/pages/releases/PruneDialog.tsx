// Dialog that deletes old releases.
import { useState } from 'react';
import { CheckBox } from '@latchkey/kit/CheckBox.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import { useCopy, useFormats } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';

export function PruneDialog({ onLeave }: { readonly onLeave: () => void }) {
  const { releases } = useCopy();
  const { number } = useFormats();
  const [keep, setKeep] = useState('3');
  const [unfinished, setUnfinished] = useState(false);
  const isRight = /^[0-9]{1,4}$/.test(keep) && Number(keep) >= 1 && Number(keep) <= 1000;
  return (
    <ChangeDialog
      type="prunereleases"
      parameters={{ keep, unfinished: unfinished ? '1' : undefined }}
      title={releases.pruneTitle}
      text={releases.pruneText}
      submit={releases.prune}
      danger
      ready={isRight}
      done={({ removed }) => releases.pruned(number(removed), removed)}
      onLeave={onLeave}
    >
      <Field
        label={releases.keep}
        inputMode="numeric"
        value={keep}
        wrong={!isRight}
        error={isRight ? null : releases.keepWrong}
        onChange={(event) => setKeep(event.target.value)}
      />
      <CheckBox label={releases.unfinished} checked={unfinished} onChange={setUnfinished} />
    </ChangeDialog>
  );
}
