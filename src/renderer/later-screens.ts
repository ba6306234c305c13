// Loads the page's second script, which holds every screen but the start and the sign-in. The
// window draws those two without it.
import { useEffect, useState } from 'react';
import type { StartupRequests } from './bridge/startup-requests.ts';
import { isFirstPhase } from './phase-facts.ts';
import type * as laterScreens from './screens/later.ts';

export type LaterScreens = typeof laterScreens;

function load(): Promise<LaterScreens> {
  return import('./screens/later.ts');
}

/** Returns null if the first screen needs no other; a reloaded page may begin with any screen. */
export async function loadForFirstScreen(
  startup: StartupRequests | null,
): Promise<LaterScreens | null> {
  const session = await startup?.session;
  return session?.ok === true && !isFirstPhase(session.value.phase) ? load() : null;
}

/**
 * Returns null until the screens are loaded. Loading begins after the first paint. React.lazy would
 * replace the current screen by a fallback, and show it for at least 0.3 s.
 */
export function useLaterScreens(initial: LaterScreens | null): LaterScreens | null {
  const [screens, setScreens] = useState(initial);
  useEffect(() => {
    if (screens !== null) return;
    // Rethrow inside a state update, so that the root's error handler receives the error.
    void load().then(setScreens, (thrown: unknown) =>
      setScreens(() => {
        throw thrown;
      }),
    );
  }, [screens]);
  return screens;
}
