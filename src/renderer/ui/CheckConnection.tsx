// Button that checks the connection and shows the results in a dialog of the second script.
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '@latchkey/kit/Button.tsx';
import { askBridge } from '../bridge/ask-bridge.ts';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { type LaterScreens, loadLaterScreens } from '../later-screens.ts';

export function CheckConnection({ kind = 'quiet' }: { readonly kind?: 'quiet' | 'outlined' }) {
  const { bridge } = useLoaderContext();
  const copy = useCopy().connectionCheck;
  const [later, setLater] = useState<LaterScreens | null>(null);
  const check = () => {
    void askBridge(bridge.checkConnection({}));
    void loadLaterScreens().then(setLater);
  };
  return (
    <>
      <Button kind={kind} onClick={check}>
        {copy.button}
      </Button>
      {later !== null &&
        createPortal(<later.ConnectionCheckDialog onLeave={() => setLater(null)} />, document.body)}
    </>
  );
}
