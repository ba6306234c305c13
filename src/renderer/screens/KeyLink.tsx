// The button on the sign-in screens that opens the key screen.
import { useFirstCopy } from '../bridge/first-context.ts';
import { useIsOffered } from '../bridge/use-offered.ts';
import { Button } from '@latchkey/kit/Button.tsx';

/** The button is hidden if no action with a key is available. */
export function KeyLink({ open }: { readonly open: () => void }) {
  const copy = useFirstCopy().signIn;
  const isOffered = useIsOffered();
  if (!(['redeem', 'register', 'keySignIn'] as const).some(isOffered)) return null;
  return (
    <Button kind="quiet" onClick={open}>
      {copy.haveKey}
    </Button>
  );
}
