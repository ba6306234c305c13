// What can be done with the selected licenses.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { CopyButton } from '@latchkey/kit/CopyButton.tsx';
import { useCopy, useFormats } from '../../../copy/language.ts';
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import { useDryRun } from '../../../parts/use-dry-run.ts';
import { TimeEffect } from '../TimeEffect.tsx';

/** Maximum of one request. */
const maxDeleted = 500;

interface SelectionBarProps {
  readonly keys: ReadonlySet<string>;
  readonly clear: () => void;
}

export function SelectionBar({ keys, clear }: SelectionBarProps) {
  const { licenses, frame } = useCopy();
  const { bulk, list } = licenses;
  const { number } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const isTooMany = keys.size > maxDeleted;
  return (
    <div className="selection-bar">
      <p role="status">{list.selected(number(keys.size), keys.size)}</p>
      <Button kind="outlined" danger disabled={isTooMany} onClick={() => setOpen(true)}>
        {bulk.deleteSelected}
      </Button>
      <CopyButton
        text={[...keys].join('\n')}
        label={bulk.copySelected}
        copiedLabel={frame.copied}
        byHandLabel={licenses.columns.key}
      />
      <Button kind="quiet" onClick={clear}>
        {list.clearSelection}
      </Button>
      {isTooMany && <p className="small">{list.tooMany(number(maxDeleted))}</p>}
      {isOpen && <DeleteSelected keys={[...keys]} onLeave={() => setOpen(false)} />}
    </div>
  );
}

interface DeleteSelectedProps {
  readonly keys: readonly string[];
  readonly onLeave: () => void;
}

function DeleteSelected({ keys, onLeave }: DeleteSelectedProps) {
  const { bulk } = useCopy().licenses;
  const { number } = useFormats();
  const parameters = { key: keys.join(',') };
  const dryRun = useDryRun('delmultiple', parameters);
  const count = dryRun.data?.deleted ?? 0;
  return (
    <ChangeDialog
      type="delmultiple"
      parameters={parameters}
      title={bulk.selectedTitle}
      text={bulk.selectedText}
      submit={bulk.delete(number(count), count)}
      danger
      ready={count > 0}
      done={({ deleted }) => bulk.deleted(number(deleted), deleted)}
      onLeave={onLeave}
    >
      <TimeEffect query={dryRun} changes={dryRun.data?.takenBack} isLoss />
    </ChangeDialog>
  );
}
