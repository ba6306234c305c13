// Confirms the removal of a saved sign-in from this computer.
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { fill } from '../../copy/sentences.ts';
import type { Result } from '../../shared/failure.ts';
import type { SavedSignInSummary } from '../../shared/session.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';

export interface ForgetQuestionProps {
  readonly savedSignIn: SavedSignInSummary;
  readonly leave: () => void;
  readonly forget: () => Promise<Result<null> | null>;
}

export function ForgetQuestion({
  savedSignIn: { name, byKey },
  leave,
  forget,
}: ForgetQuestionProps) {
  const { announce } = useLoaderContext();
  const { keptList } = useCopy();
  const confirm = async () => {
    leave();
    const answer = await forget();
    if (answer?.ok === true) announce(fill(keptList.forgotten, { name }));
  };
  return (
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
  );
}
