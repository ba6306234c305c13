// Asks whether to leave a filled form or a running order.
import { Button } from '@latchkey/kit/Button.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';
import { useCopy } from '../copy/language.ts';
import { useLeaving } from '../router/leaving.ts';

export function LeaveQuestion() {
  const { leaving } = useCopy();
  const [isAsked, answer] = useLeaving();
  if (!isAsked) return null;
  return (
    <Dialog title={leaving.title} text={leaving.text} onLeave={() => answer(false)}>
      <Button kind="filled" onClick={() => answer(false)}>
        {leaving.stay}
      </Button>
      <Button kind="outlined" onClick={() => answer(true)}>
        {leaving.leave}
      </Button>
    </Dialog>
  );
}
