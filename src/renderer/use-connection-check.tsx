// Hook that starts a connection check and shows its dialog, which is in the second script.
import { useState, type ReactNode } from 'react';
import type { LoaderBridge } from '../shared/contract.ts';
import { askBridge } from './bridge/ask-bridge.ts';
import type { LaterScreens } from './later-screens.ts';

export interface ConnectionCheckControl {
  readonly checkConnection: () => void;
  /** The open dialog, or null. */
  readonly checkDialog: ReactNode;
}

export function useConnectionCheck(
  bridge: LoaderBridge,
  later: LaterScreens | null,
): ConnectionCheckControl {
  const [isOpen, setIsOpen] = useState(false);
  return {
    checkConnection() {
      void askBridge(bridge.checkConnection({}));
      setIsOpen(true);
    },
    checkDialog: isOpen && later !== null && (
      <later.ConnectionCheckDialog onLeave={() => setIsOpen(false)} />
    ),
  };
}
