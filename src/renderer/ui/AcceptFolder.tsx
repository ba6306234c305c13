// Lets the user accept a folder that other users of the computer can replace.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { useCommand } from '../bridge/use-command.ts';

/** A failed task continues by itself, so its failure box with this button disappears. */
export function AcceptFolder() {
  const { bridge } = useLoaderContext();
  const copy = useCopy().programFailuresWithFacts.unsafeFolder;
  const command = useCommand<null>();
  const [isAccepted, setIsAccepted] = useState(false);
  const accept = async () => {
    const answer = await command.run(() => bridge.acceptFolder({}));
    if (answer?.ok === true) setIsAccepted(true);
  };
  if (isAccepted) return <span role="status">{copy.accepted}</span>;
  return (
    <Button kind="quiet" onClick={() => void accept()}>
      {copy.accept}
    </Button>
  );
}
