// Password field with a button that shows the password.
import { Eye, EyeOff } from 'lucide';
import { useState } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import { Icon } from './Icon.tsx';

export interface PasswordFieldProps extends Omit<FieldProps, 'type' | 'end'> {
  /** Name of the button, which is pressed while the password is visible. */
  readonly showLabel: string;
  /** Hides a visible password, and the next one until the user shows it. */
  readonly isHidden?: boolean;
}

export function PasswordField({ showLabel, isHidden = false, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  if (isHidden && isShown) setShown(false);
  return (
    <Field
      {...field}
      type={isShown && !isHidden ? 'text' : 'password'}
      end={
        <button
          type="button"
          className="inside"
          aria-label={showLabel}
          aria-pressed={isShown && !isHidden}
          onClick={() => setShown(!isShown)}
        >
          <Icon icon={isShown && !isHidden ? EyeOff : Eye} size={18} />
        </button>
      }
    />
  );
}
