// "Keep me signed in": off unless chosen; says what is stored and where, or why it cannot be.
import { useId } from 'react';
import type { ReactNode } from 'react';
import { CheckBox } from '../kit/CheckBox.tsx';
import { useCopy, useParts } from '../bridge/loader-context.ts';

export interface RememberBoxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Stands at the end of the line. */
  readonly end?: ReactNode;
  /** Where it is not a user name and a password that are stored. */
  readonly how?: string;
}

export function RememberBox({ checked, onChange, end, how }: RememberBoxProps) {
  const { remember } = useParts().info;
  const copy = useCopy().remember;
  const id = useId();
  return (
    <div className="remember">
      <div className="remember-line">
        <CheckBox
          label={copy.label}
          checked={checked}
          off={!remember.possible}
          describedBy={id}
          onChange={onChange}
        />
        {end}
      </div>
      <p className="hint" id={id}>
        {remember.possible ? (how ?? copy.how) : copy.impossible[remember.reason]}
      </p>
    </div>
  );
}
