// Holds and switches the window's language. Components do not remount, so typed text stays.
import { useCallback, useEffect, useInsertionEffect, useRef, useState } from 'react';
import type { LanguageCode } from '../../shared/languages.ts';
import type { StartupRequests } from './startup-requests.ts';
import { type Language, loadLanguage } from './language.ts';

export interface LanguageState {
  readonly language: Language;
  readonly setLanguage: (code: LanguageCode) => void;
}

export function useLanguage(startup: StartupRequests | null, initial: Language): LanguageState {
  const [language, setLoaded] = useState(initial);
  const newestChoice = useRef(initial.code);
  const { locale } = language.copy;
  // An insertion effect sets `lang` before focusing. A later change would force a second layout.
  useInsertionEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  const load = useCallback((code: LanguageCode) => {
    newestChoice.current = code;
    void loadLanguage(code).then(
      (loaded) => {
        // Languages may load in a different order than they were chosen. The newest choice wins.
        if (newestChoice.current === loaded.code) setLoaded(loaded);
      },
      // Rethrow inside a state update, so that the root's error handler receives the error.
      (thrown: unknown) =>
        setLoaded(() => {
          throw thrown;
        }),
    );
  }, []);
  // The texts of the later scripts load after the first paint.
  useEffect(() => {
    if (initial.all === null) load(newestChoice.current);
  }, [initial, load]);
  const setLanguage = (code: LanguageCode) => {
    void startup?.bridge.chooseLanguage({ language: code });
    load(code);
  };
  return { language, setLanguage };
}
