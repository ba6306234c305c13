// The way from the door to what a license key is good for.
import { useCopy } from '../bridge/loader-context.ts';
import { useOffered } from '../bridge/use-offered.ts';
import { Button } from '@latchkey/kit/Button.tsx';

/** Not drawn where a key is good for nothing. */
export function KeyLink({ open }: { readonly open: () => void }) {
  const copy = useCopy().signIn;
  const offered = useOffered();
  if (!(['redeem', 'register', 'keySignIn'] as const).some(offered)) return null;
  return (
    <Button kind="quiet" onClick={open}>
      {copy.haveKey}
    </Button>
  );
}
