// Hook for the dialogs that the shield's panel opens. They are in the second script.
import { useState, type ReactNode } from 'react';
import type { LoaderBridge } from '../shared/contract.ts';
import type { Session } from '../shared/session.ts';
import type { LaterScreens } from './later-screens.ts';
import { useConnectionCheck } from './use-connection-check.tsx';

export interface DialogsControl {
  readonly checkConnection: () => void;
  readonly showSentRequests: () => void;
  /** The open dialogs. */
  readonly dialogs: ReactNode;
}

export function useDialogs(
  bridge: LoaderBridge,
  later: LaterScreens | null,
  session: Session,
): DialogsControl {
  const { checkConnection, checkDialog } = useConnectionCheck(bridge, later, session);
  const [isListOpen, setIsListOpen] = useState(false);
  return {
    checkConnection,
    showSentRequests: () => setIsListOpen(true),
    dialogs: (
      <>
        {checkDialog}
        {isListOpen && later !== null && (
          <later.SentRequestsDialog onLeave={() => setIsListOpen(false)} />
        )}
      </>
    ),
  };
}
