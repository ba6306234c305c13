// Button that checks the connection and opens the dialog with the results.
import { Button } from '@latchkey/kit/Button.tsx';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';

export function CheckConnection() {
  const { checkConnection } = useLoaderContext();
  return (
    <Button kind="quiet" onClick={checkConnection}>
      {useCopy().connectionCheck.button}
    </Button>
  );
}
