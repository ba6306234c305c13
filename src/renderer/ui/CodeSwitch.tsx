// Link that switches a field between the two kinds of code.
import { Button } from '@latchkey/kit/Button.tsx';
import { useCopy } from '../bridge/loader-context.ts';
import type { CodeKind } from '../input/code-kinds.ts';

export interface CodeSwitchProps {
  readonly kind: CodeKind;
  readonly choose: (kind: CodeKind) => void;
}

export function CodeSwitch({ kind, choose }: CodeSwitchProps) {
  const { use, useApp } = useCopy().recoveryCode;
  const other = kind === 'app' ? 'recovery' : 'app';
  return (
    <Button kind="quiet" onClick={() => choose(other)}>
      {kind === 'app' ? use : useApp}
    </Button>
  );
}
