// Dialog before an offline user leaves the account, because signing in again needs the service.
import { useState, type ReactNode } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { isOffline } from '../phase-facts.ts';

type Kind = 'sign-out' | 'switch';

export interface OfflineQuestion {
  /** Asks first if the service is out of reach; otherwise leaves immediately. */
  readonly leaveAccount: (kind: Kind, leave: () => unknown) => void;
  /** The open dialog, or null. */
  readonly dialog: ReactNode;
}

export function useOfflineQuestion(): OfflineQuestion {
  const { session } = useLoaderContext();
  const { account: copy } = useCopy();
  const [asked, setAsked] = useState<{ kind: Kind; leave: () => unknown } | null>(null);
  const stay = () => setAsked(null);
  const confirm = () => {
    stay();
    asked?.leave();
  };
  const isSignOut = asked?.kind === 'sign-out';
  return {
    leaveAccount(kind, leave) {
      if (isOffline(session)) setAsked({ kind, leave });
      else leave();
    },
    dialog: asked !== null && (
      <Dialog
        title={isSignOut ? copy.signOutOfflineTitle : copy.switchOfflineTitle}
        text={isSignOut ? copy.signOutOfflineText : copy.switchOfflineText}
        onLeave={stay}
      >
        <Button kind="outlined" onClick={stay}>
          {copy.stay}
        </Button>
        <Button kind="filled" danger={isSignOut} onClick={confirm}>
          {isSignOut ? copy.signOut : copy.switchOffline}
        </Button>
      </Dialog>
    ),
  };
}
