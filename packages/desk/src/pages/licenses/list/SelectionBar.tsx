// What can be done with the selected licenses.
import { Button } from '@latchkey/kit/Button.tsx';
import { CopyButton } from '@latchkey/kit/CopyButton.tsx';
import { maxListedKeys } from '@latchkey/protocol/limits.ts';
import { useOpenChange } from '../../../changes/Changes.tsx';
import { useCopy, useFormats } from '../../../copy/language.ts';
import { deleteSelected } from '../changes.tsx';

interface SelectionBarProps {
  readonly keys: ReadonlySet<string>;
  readonly clear: () => void;
}

export function SelectionBar({ keys, clear }: SelectionBarProps) {
  const { licenses, frame } = useCopy();
  const { bulk, list } = licenses;
  const { number } = useFormats();
  const open = useOpenChange();
  const isTooMany = keys.size > maxListedKeys;
  return (
    <div className="selection-bar">
      <p role="status">{list.selected(number(keys.size), keys.size)}</p>
      <Button
        kind="outlined"
        danger
        disabled={isTooMany}
        onClick={() => open(deleteSelected([...keys]))}
      >
        {bulk.selected.label}
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
      {isTooMany && <p className="small">{list.tooMany(number(maxListedKeys))}</p>}
    </div>
  );
}
