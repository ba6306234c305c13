// The "Keep me signed in" checkbox. A note says what is stored, or why nothing can be stored.
import { useId } from 'react';
import type { ReactNode } from 'react';
import { fill } from '../../copy/sentences.ts';
import { isSameName } from '../../shared/same-name.ts';
import { CheckBox } from '@latchkey/kit/CheckBox.tsx';
import { useFirstCopy, useFirstContext } from '../bridge/first-context.ts';

export interface RememberBoxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly end?: ReactNode;
  /** The user to save. Saving a user again evicts no other user. */
  readonly username: string;
  /** The note to show if something other than user name and password is stored. */
  readonly storageNote?: string;
}

const maxSavedSignIns = 5;

/** Returns the name of the saved sign-in that saving this user would evict, or null. */
function useEvicted(username: string): string | null {
  const { savedSignIns } = useFirstContext().session;
  if (
    savedSignIns.length < maxSavedSignIns ||
    savedSignIns.some(({ name }) => isSameName(name, username))
  )
    return null;
  return savedSignIns.at(-1)?.name ?? null;
}

export function RememberBox({ checked, onChange, end, username, storageNote }: RememberBoxProps) {
  const { remember } = useFirstContext().info;
  const copy = useFirstCopy().remember;
  const evicted = useEvicted(username);
  const id = useId();
  return (
    <div className="remember">
      <div className="remember-line">
        <CheckBox
          label={copy.label}
          checked={checked}
          disabled={!remember.possible}
          describedBy={id}
          onChange={onChange}
        />
        {end}
      </div>
      <p className="hint" id={id}>
        {remember.possible
          ? evicted === null
            ? (storageNote ?? copy.storageHint)
            : fill(copy.full, { name: evicted })
          : copy.impossible[remember.reason]}
      </p>
    </div>
  );
}
