// Hook that opens the dialog with the last requests, which is in the second script.
import { useState, type ReactNode } from 'react';
import type { LaterScreens } from './later-screens.ts';

export interface SentRequestsControl {
  readonly showSentRequests: () => void;
  /** The open dialog, or null. */
  readonly sentDialog: ReactNode;
}

export function useSentRequests(later: LaterScreens | null): SentRequestsControl {
  const [isOpen, setIsOpen] = useState(false);
  return {
    showSentRequests: () => setIsOpen(true),
    sentDialog: isOpen && later !== null && (
      <later.SentRequestsDialog onLeave={() => setIsOpen(false)} />
    ),
  };
}
