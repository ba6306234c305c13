// Button that checks the connection and opens the dialog with the results.
import { Button } from '@latchkey/kit/Button.tsx';
import { useFirstCopy, useFirstContext } from '../bridge/first-context.ts';

export function CheckConnection() {
  const { checkConnection } = useFirstContext();
  return (
    <Button kind="quiet" onClick={checkConnection}>
      {useFirstCopy().connectionCheck.button}
    </Button>
  );
}
