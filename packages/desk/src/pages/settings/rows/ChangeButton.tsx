// The button of a setting that opens its dialog.
import { useState, type ReactNode } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';

interface ChangeButtonProps {
  readonly label: string;
  /** The accessible name, with the setting. */
  readonly name: string;
  readonly danger?: boolean;
  readonly dialog: (onLeave: () => void) => ReactNode;
}

export function ChangeButton({ label, name, danger = false, dialog }: ChangeButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" danger={danger} label={name} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}
