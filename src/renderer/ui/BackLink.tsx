// The Back button of local forms.
import { useCopy } from '../bridge/loader-context.ts';
import { Button } from '@latchkey/kit/Button.tsx';

export function BackLink({ back }: { readonly back: () => void }) {
  const copy = useCopy().navigation;
  return (
    <Button kind="quiet" onClick={back}>
      {copy.back}
    </Button>
  );
}
