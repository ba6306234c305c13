// Loads the page's later scripts. The first script draws the start and the sign-in. The second one
// holds the other screens and the texts of failures, the third one the settings and the chat.
import { useEffect, useState } from 'react';
import { type Language, loadInitialLanguage } from './bridge/language.ts';
import type { StartupRequests } from './bridge/startup-requests.ts';
import { isDrawnFirst } from './phase-facts.ts';
import type * as laterScreens from './screens/later.ts';
import type * as openedScreens from './screens/opened.ts';

export type LaterScreens = typeof laterScreens;
export type OpenedScreens = typeof openedScreens;

export interface FirstScreen {
  readonly language: Language;
  /** Null if the first screen needs no later script. */
  readonly later: LaterScreens | null;
}

function loadLater(): Promise<LaterScreens> {
  return import('./screens/later.ts');
}

function loadOpened(): Promise<OpenedScreens> {
  return import('./screens/opened.ts');
}

/** Loads what the first screen needs; a reloaded page may begin with any screen. */
export async function loadForFirstScreen(startup: StartupRequests | null): Promise<FirstScreen> {
  const session = await startup?.session;
  const needsLater = session?.ok === true && !isDrawnFirst(session.value.phase);
  const [language, later] = await Promise.all([
    loadInitialLanguage(startup, needsLater ? 'all' : 'first'),
    needsLater ? loadLater() : null,
  ]);
  return { language, later };
}

/**
 * Returns null until the script is loaded. React.lazy would replace the current screen by a
 * fallback, and show it for at least 0.3 s.
 */
function useScript<Script>(
  load: () => Promise<Script>,
  initial: Script | null,
  isNeeded: boolean,
): Script | null {
  const [script, setScript] = useState(initial);
  useEffect(() => {
    if (script !== null || !isNeeded) return;
    // Rethrow inside a state update, so that the root's error handler receives the error.
    void load().then(
      (loaded) => setScript(() => loaded),
      (thrown: unknown) =>
        setScript(() => {
          throw thrown;
        }),
    );
  }, [script, load, isNeeded]);
  return script;
}

/** Loads the second script after the first paint. */
export function useLaterScreens(initial: LaterScreens | null): LaterScreens | null {
  return useScript(loadLater, initial, true);
}

/** Loads the third script when the user first opens one of its screens. */
export function useOpenedScreens(isNeeded: boolean): OpenedScreens | null {
  return useScript(loadOpened, null, isNeeded);
}
