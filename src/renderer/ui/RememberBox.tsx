// "Keep me signed in": off unless chosen; says what is stored and where, or why it cannot be.
import { useId } from 'react';
import type { ReactNode } from 'react';
import { fill } from '../../copy/sentences.ts';
import { isSameName } from '../../shared/same-name.ts';
import { CheckBox } from '@latchkey/kit/CheckBox.tsx';
import { useCopy, useParts } from '../bridge/loader-context.ts';

export interface RememberBoxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Stands at the end of the line. */
  readonly end?: ReactNode;
  /** Who is to be kept; nothing is said of the room where they are kept already. */
  readonly username: string;
  /** Where it is not a user name and a password that are stored. */
  readonly how?: string;
}

const mostKept = 5;

/** Whose place a new one takes; null: there is room. */
function useEvicted(username: string): string | null {
  const { kept } = useParts().session;
  if (kept.length < mostKept || kept.some(({ name }) => isSameName(name, username))) return null;
  return kept.at(-1)?.name ?? null;
}

export function RememberBox({ checked, onChange, end, username, how }: RememberBoxProps) {
  const { remember } = useParts().info;
  const copy = useCopy().remember;
  const evicted = useEvicted(username);
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
        {remember.possible
          ? evicted === null
            ? (how ?? copy.how)
            : fill(copy.full, { name: evicted })
          : copy.impossible[remember.reason]}
      </p>
    </div>
  );
}
