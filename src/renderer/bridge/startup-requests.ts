// Requests loader info and the first snapshot before other modules run. Must be the first import.
import type { LoaderBridge } from '../../shared/contract.ts';
import type { Result } from '../../shared/failure.ts';
import type { LoaderInfo } from '../../shared/loader-info.ts';
import type { Session } from '../../shared/session.ts';
import { askBridge } from './ask-bridge.ts';

export interface StartupRequests {
  readonly bridge: LoaderBridge;
  readonly info: Promise<Result<LoaderInfo>>;
  readonly session: Promise<Result<Session>>;
  /** Subscribes to snapshots, starting with the newest. A snapshot may arrive before `session`. */
  readonly subscribe: (listener: (session: Session) => void) => () => void;
}

/** Null if the page was opened without a bridge. */
export const startupRequests: StartupRequests | null = startRequests(window.loader);

function startRequests(bridge: LoaderBridge | undefined): StartupRequests | null {
  if (bridge === undefined) return null;
  let newest: Session | null = null;
  let subscriber: ((session: Session) => void) | null = null;
  // Subscribe before requesting the first snapshot, so that none is missed.
  bridge.onSession((session) => {
    newest = session;
    subscriber?.(session);
  });
  return {
    bridge,
    info: askBridge(bridge.describe({})),
    session: askBridge(bridge.getSession({})),
    subscribe(listener) {
      subscriber = listener;
      if (newest !== null) listener(newest);
      return () => {
        subscriber = null;
      };
    },
  };
}
