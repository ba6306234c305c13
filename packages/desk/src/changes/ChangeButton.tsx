// Button that opens the dialog of a change.
import { Button, type ButtonProps } from '@latchkey/kit/Button.tsx';
import type { MakeChange } from './change.ts';
import { useOpenChange } from './Changes.tsx';

interface ChangeButtonProps extends Omit<ButtonProps, 'onClick'> {
  readonly change: MakeChange;
}

export function ChangeButton({ change, ...button }: ChangeButtonProps) {
  const open = useOpenChange();
  return <Button {...button} onClick={() => open(change)} />;
}
