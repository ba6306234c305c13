// Hook that starts a connection check and shows its dialog, which is in the second script.
import { useState, type ReactNode } from 'react';
import type { LoaderBridge } from '../shared/contract.ts';
import { askBridge } from './bridge/ask-bridge.ts';
import type { Session } from '../shared/session.ts';
import type { LaterScreens } from './later-screens.ts';

export interface ConnectionCheckControl {
  readonly checkConnection: () => void;
  /** The open dialog, or null. */
  readonly checkDialog: ReactNode;
}

export function useConnectionCheck(
  bridge: LoaderBridge,
  later: LaterScreens | null,
  { connectionCheck }: Session,
): ConnectionCheckControl {
  const lastAt = connectionCheck?.startedAt ?? null;
  const [isOpen, setIsOpen] = useState(false);
  const [requested, setRequested] = useState<{ readonly lastAt: number | null } | null>(null);
  const checkConnection = () => {
    setRequested({ lastAt });
    void askBridge(bridge.checkConnection({})).then(() => setRequested(null));
    setIsOpen(true);
  };
  return {
    checkConnection,
    checkDialog: isOpen && later !== null && (
      <later.ConnectionCheckDialog
        isStarting={requested?.lastAt === lastAt}
        onAgain={checkConnection}
        onLeave={() => setIsOpen(false)}
      />
    ),
  };
}
