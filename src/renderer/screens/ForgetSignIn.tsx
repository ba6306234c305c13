// What the lists of saved sign-ins share: the note of a row, and the button that removes the sign-in
// from this computer after a question.
import { useState } from 'react';
import type { Copy } from '../../copy/copy.ts';
import { fill } from '../../copy/sentences.ts';
import type { Result } from '../../shared/failure.ts';
import type { SavedSignInSummary } from '../../shared/session.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';

/** Returns null for a sign-in with a user name and a saved password. */
export function noteOf({ keptList }: Copy, { byKey, complete }: SavedSignInSummary): string | null {
  if (byKey) return keptList.byKey;
  return complete ? null : keptList.incomplete;
}

export interface ForgetSignInProps {
  readonly savedSignIn: SavedSignInSummary;
  readonly isDisabled: boolean;
  readonly kind: 'quiet' | 'outlined';
  readonly forget: () => Promise<Result<null> | null>;
}

export function ForgetSignIn({
  savedSignIn: { name, byKey },
  isDisabled,
  kind,
  forget,
}: ForgetSignInProps) {
  const { announce } = useLoaderContext();
  const { keptList } = useCopy();
  const [isAsking, setIsAsking] = useState(false);
  const leave = () => setIsAsking(false);
  const confirm = async () => {
    leave();
    const answer = await forget();
    if (answer?.ok === true) announce(fill(keptList.forgotten, { name }));
  };
  return (
    <>
      <Button
        kind={kind}
        danger
        disabled={isDisabled}
        label={fill(keptList.forgetOne, { name })}
        onClick={() => setIsAsking(true)}
      >
        {keptList.forget}
      </Button>
      {isAsking && (
        <Dialog
          title={fill(keptList.forgetTitle, { name })}
          text={byKey ? keptList.forgetKeyText : keptList.forgetText}
          onLeave={leave}
        >
          <Button kind="outlined" onClick={leave}>
            {keptList.keep}
          </Button>
          <Button kind="filled" danger onClick={() => void confirm()}>
            {keptList.forget}
          </Button>
        </Dialog>
      )}
    </>
  );
}
