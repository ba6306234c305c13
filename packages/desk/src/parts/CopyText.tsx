// A text that is needed elsewhere, such as a key, with a button to copy it.
import { useId } from 'react';
import { CopyButton } from '@latchkey/kit/CopyButton.tsx';
import { useCopy } from '../copy/language.ts';

interface CopyTextProps {
  /** What the text is. */
  readonly label: string;
  readonly text: string;
}

export function CopyText({ label, text }: CopyTextProps) {
  const { frame } = useCopy();
  const id = useId();
  return (
    <div className="shown-once" role="group" aria-labelledby={id}>
      <p className="small" id={id}>
        {label}
      </p>
      <code className="mono" dir="ltr" translate="no">
        {text}
      </code>
      <CopyButton
        text={text}
        label={frame.copy}
        copiedLabel={frame.copied}
        byHandLabel={label}
        name={`${frame.copy}: ${label}`}
      />
    </div>
  );
}
