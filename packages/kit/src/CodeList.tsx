// Codes that are shown once, with buttons to copy and to save them.
import { Download } from 'lucide';
import { Button } from './Button.tsx';
import { CopyButton, type CopyButtonProps } from './CopyButton.tsx';

export interface CodeListProps {
  readonly codes: readonly string[];
  readonly copy: Omit<CopyButtonProps, 'text'>;
  readonly saveLabel: string;
  /** `text` has a code in each line. */
  readonly onSave: (text: string) => void;
}

export function CodeList({ codes, copy, saveLabel, onSave }: CodeListProps) {
  const lines = codes.join('\n');
  return (
    <div className="shown-once">
      <ul className="recovery-codes mono" dir="ltr" translate="no">
        {codes.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <div className="with-chip">
        <CopyButton text={lines} {...copy} />
        <Button kind="quiet" icon={Download} onClick={() => onSave(`${lines}\n`)}>
          {saveLabel}
        </Button>
      </div>
    </div>
  );
}
