// The buttons on the sign-in screens that open the key screen and the form for a free trial.
import { useFirstContext } from '../bridge/first-context.ts';
import { useIsOffered } from '../bridge/use-offered.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import type { LocalForm } from '../phase-facts.ts';
import { trialLabel } from '../ui/trial-label.ts';

/** A button is hidden if its action is not available. */
export function KeyLink({ open }: { readonly open: (form: LocalForm) => void }) {
  const { copy, session } = useFirstContext();
  const { trialDays } = session;
  const isOffered = useIsOffered();
  return (
    <>
      {trialDays > 0 && isOffered('register') && (
        <Button kind="quiet" onClick={() => open('trial')}>
          {trialLabel(copy, trialDays)}
        </Button>
      )}
      {(['redeem', 'register', 'keySignIn'] as const).some(isOffered) && (
        <Button kind="quiet" onClick={() => open('key')}>
          {copy.signIn.haveKey}
        </Button>
      )}
    </>
  );
}
