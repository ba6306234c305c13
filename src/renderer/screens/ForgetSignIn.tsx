// Note and Remove button of a row in the lists of saved sign-ins. Remove asks for confirmation.
import { useState } from 'react';
import type { FirstCopy } from '../../copy/copy.ts';
import { fill, joinSentences } from '../../copy/sentences.ts';
import type { Result } from '../../shared/failure.ts';
import type { SavedSignInSummary } from '../../shared/session.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';
import { useFirstCopy, useFirstContext } from '../bridge/first-context.ts';
import { isOffline } from '../phase-facts.ts';

/** Returns null for a sign-in with a user name and a saved password. */
export function noteOf(
  { savedSignInList }: FirstCopy,
  { byKey, complete }: SavedSignInSummary,
): string | null {
  if (byKey) return savedSignInList.byKey;
  return complete ? null : savedSignInList.incomplete;
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
  const { announce, session } = useFirstContext();
  const { savedSignInList } = useFirstCopy();
  const [isAsking, setIsAsking] = useState(false);
  const leave = () => setIsAsking(false);
  const text = byKey ? savedSignInList.removeKeyText : savedSignInList.removeText;
  const confirm = async () => {
    leave();
    const answer = await forget();
    if (answer?.ok === true) announce(fill(savedSignInList.removed, { name }));
  };
  return (
    <>
      <Button
        kind={kind}
        danger
        disabled={isDisabled}
        label={fill(savedSignInList.removeOne, { name })}
        onClick={() => setIsAsking(true)}
      >
        {savedSignInList.remove}
      </Button>
      {isAsking && (
        <Dialog
          title={fill(savedSignInList.removeTitle, { name })}
          text={isOffline(session) ? joinSentences(text, savedSignInList.removeOfflineText) : text}
          onLeave={leave}
        >
          <Button kind="outlined" onClick={leave}>
            {savedSignInList.keep}
          </Button>
          <Button kind="filled" danger onClick={() => void confirm()}>
            {savedSignInList.remove}
          </Button>
        </Dialog>
      )}
    </>
  );
}
