// Button that opens the dialog with the last requests.
import { Button } from '@latchkey/kit/Button.tsx';
import { useFirstCopy, useFirstContext } from '../bridge/first-context.ts';

export function ShowSentRequests() {
  const { showSentRequests } = useFirstContext();
  return (
    <Button kind="quiet" onClick={showSentRequests}>
      {useFirstCopy().trustPanel.requests}
    </Button>
  );
}
