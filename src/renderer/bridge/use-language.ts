// Holds and switches the window's language. Components do not remount, so typed text stays.
import { useInsertionEffect, useRef, useState } from 'react';
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
  const setLanguage = (code: LanguageCode) => {
    newestChoice.current = code;
    void startup?.bridge.chooseLanguage({ language: code });
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
  };
  return { language, setLanguage };
}
