// The buttons: one filled per screen, outlined for the second way, quiet for the rest. While something is under way a
// button keeps its size and its focus and does nothing; after 0.4 s it says what is being done.
import type { IconNode } from 'lucide';
import type { MouseEventHandler, ReactNode } from 'react';
import { spins, type Wait } from './use-wait.ts';
import { Icon } from './Icon.tsx';

export interface ButtonProps {
  readonly kind: 'filled' | 'outlined' | 'quiet';
  readonly children: ReactNode;
  readonly icon?: IconNode;
  readonly submit?: boolean;
  readonly wait?: Wait;
  /** Said in place of the label while waiting. */
  readonly verb?: string;
  /** Not possible right now: at rest, and looks so. */
  readonly off?: boolean;
  /** How it is read, where what is drawn would not tell one from another. */
  readonly label?: string;
  /** Id of what is to be read after the label. */
  readonly describedBy?: string;
  readonly onClick?: MouseEventHandler<HTMLButtonElement>;
}

export function Button({ kind, children, icon, wait = 'none', ...rest }: ButtonProps) {
  const busy = wait !== 'none';
  const idle = !busy && rest.off !== true;
  return (
    <button
      type={rest.submit === true ? 'submit' : 'button'}
      className={`button ${kind}${rest.off === true ? ' rest' : ''}`}
      aria-disabled={idle ? undefined : true}
      aria-label={rest.label}
      aria-describedby={rest.describedBy}
      onClick={(event) => {
        if (idle) rest.onClick?.(event);
        // A form at rest says why when it is tried.
        else if (busy || rest.submit !== true) event.preventDefault();
      }}
    >
      {spins(wait) ? (
        <span className="spinner" aria-hidden="true" />
      ) : (
        icon !== undefined && <Icon icon={icon} size={18} />
      )}
      <span>{spins(wait) && rest.verb !== undefined ? rest.verb : children}</span>
    </button>
  );
}
