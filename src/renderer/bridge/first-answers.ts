// Asks for the facts and the first snapshot at once, before the rest of the page's script has run: the answers are there
// when there is something to draw them with, and so is every snapshot that came meanwhile. Import it first.
import type { LoaderBridge } from '../../shared/contract.ts';
import type { Result } from '../../shared/failure.ts';
import type { LoaderInfo } from '../../shared/loader-info.ts';
import type { Session } from '../../shared/session.ts';
import { askBridge } from './ask-bridge.ts';

export interface FirstAnswers {
  readonly bridge: LoaderBridge;
  readonly info: Promise<Result<LoaderInfo>>;
  readonly session: Promise<Result<Session>>;
  /** Each snapshot that was published since, the newest one at once; they and the first may come in any order. */
  readonly follow: (listener: (session: Session) => void) => () => void;
}

/** null: the page was opened somewhere without a bridge. */
export const firstAnswers: FirstAnswers | null = ask(window.loader);

function ask(bridge: LoaderBridge | undefined): FirstAnswers | null {
  if (bridge === undefined) return null;
  let newest: Session | null = null;
  let told: ((session: Session) => void) | null = null;
  // Before the first one is asked for: none falls between.
  bridge.onSession((session) => {
    newest = session;
    told?.(session);
  });
  return {
    bridge,
    info: askBridge(bridge.describe({})),
    session: askBridge(bridge.getSession({})),
    follow(listener) {
      told = listener;
      if (newest !== null) listener(newest);
      return () => {
        told = null;
      };
    },
  };
}
