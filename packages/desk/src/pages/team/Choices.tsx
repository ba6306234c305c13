// A group of checkboxes with its title and an error.
import type { ReactNode } from 'react';

interface ChoicesProps {
  readonly title: string;
  readonly error: string | null;
  readonly children: ReactNode;
}

export function Choices({ title, error, children }: ChoicesProps) {
  return (
    <fieldset className="choices">
      <legend>{title}</legend>
      {children}
      {error !== null && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
