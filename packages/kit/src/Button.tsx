// Button: `filled` for the main action of a screen, `outlined` for the second, `quiet` for others.
// A busy button keeps the focus, ignores clicks unless it submits, and shows a spinner after 0.4 s.
import type { IconNode } from 'lucide';
import type { MouseEventHandler, ReactNode } from 'react';
import { showsSpinner, type WaitStage } from './use-wait.ts';
import { Icon } from './Icon.tsx';

export interface ButtonProps {
  readonly kind: 'filled' | 'outlined' | 'quiet';
  readonly children: ReactNode;
  readonly icon?: IconNode;
  readonly submit?: boolean;
  /** Removes something, so the button is red. */
  readonly danger?: boolean;
  readonly wait?: WaitStage;
  /** Replaces the label while the spinner is shown. */
  readonly busyLabel?: string;
  /** Looks disabled but stays focusable. It ignores clicks unless it submits. */
  readonly disabled?: boolean;
  /** The accessible name, if the visible label is ambiguous. */
  readonly label?: string;
  readonly describedBy?: string;
  readonly onClick?: MouseEventHandler<HTMLButtonElement>;
}

export function Button({ kind, children, icon, wait = 'none', ...rest }: ButtonProps) {
  const busy = wait !== 'none';
  const idle = !busy && rest.disabled !== true;
  return (
    <button
      type={rest.submit === true ? 'submit' : 'button'}
      className={`button ${kind}${rest.danger === true ? ' danger' : ''}${rest.disabled === true ? ' rest' : ''}`}
      aria-disabled={idle ? undefined : true}
      aria-label={rest.label}
      aria-describedby={rest.describedBy}
      onClick={(event) => {
        if (idle) rest.onClick?.(event);
        // A submit button always submits: the form ignores it while a command is in flight, and a
        // spinner may stay longer. Enter in a field presses this button, too.
        else if (rest.submit !== true) event.preventDefault();
      }}
    >
      {showsSpinner(wait) ? (
        <span className="spinner" aria-hidden="true" />
      ) : (
        icon !== undefined && <Icon icon={icon} size={18} />
      )}
      <span>{showsSpinner(wait) && rest.busyLabel !== undefined ? rest.busyLabel : children}</span>
    </button>
  );
}
