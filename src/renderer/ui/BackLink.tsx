// The quiet way back from a form of the renderer's own.
import { useLaterCopy } from '../bridge/later-copy.ts';
import { Button } from '@latchkey/kit/Button.tsx';

export function BackLink({ back }: { readonly back: () => void }) {
  const copy = useLaterCopy().keyDoor;
  return (
    <Button kind="quiet" onClick={back}>
      {copy.back}
    </Button>
  );
}
