// Holds and switches the window's language. Typed text stays, because no component remounts.
import { useInsertionEffect, useRef, useState } from 'react';
import type { LanguageCode } from '../../shared/languages.ts';
import type { FirstAnswers } from './first-answers.ts';
import { type Language, loadLanguage } from './language.ts';

export interface LanguageState {
  readonly language: Language;
  readonly setLanguage: (code: LanguageCode) => void;
}

export function useLanguage(first: FirstAnswers | null, initial: Language): LanguageState {
  const [language, setLoaded] = useState(initial);
  const newestChoice = useRef(initial.code);
  const { locale } = language.copy;
  // An insertion effect: focusing forces layout, and a later `lang` change would repeat it.
  useInsertionEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  const setLanguage = (code: LanguageCode) => {
    newestChoice.current = code;
    void first?.bridge.chooseLanguage({ language: code });
    void loadLanguage(code).then(
      (loaded) => {
        // The newest choice wins, in whatever order the chunks arrive.
        if (newestChoice.current === loaded.code) setLoaded(loaded);
      },
      // Rethrown inside a state update, so that it reaches the error handler of the root.
      (thrown: unknown) =>
        setLoaded(() => {
          throw thrown;
        }),
    );
  };
  return { language, setLanguage };
}
