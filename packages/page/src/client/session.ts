// The signed-in user, whom all parts of the page share.
import { createContext, useContext } from 'react';
import type { Parameters } from '@latchkey/web/post.ts';
import type { Me } from './page.ts';

export interface Session {
  readonly me: Me;
  /** The URL of "Renew", or null. */
  readonly renew: string | null;
  /** Sends a request as the user whom the page shows. Throws RequestFailed. */
  readonly ask: (
    operation: string,
    parameters?: Parameters,
  ) => Promise<Readonly<Record<string, unknown>>>;
  /** Shows the sign-in if the session has ended. For requests that do not wait for the password. */
  readonly asThisUser: <Answer>(request: Promise<Answer>) => Promise<Answer>;
  /** Reads again what the user owns. */
  readonly refresh: () => Promise<void>;
  readonly notify: (text: string) => void;
  /** Shows the sign-in. */
  readonly leave: () => void;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('Nobody is signed in.');
  return session;
}
