// Holds and switches the window's language. Typed text stays, because no component remounts.
import { useInsertionEffect, useRef, useState } from 'react';
import type { LanguageCode } from '../../shared/languages.ts';
import type { FirstAnswers } from './first-answers.ts';
import { type Language, loadLanguage } from './language.ts';

export interface LanguageState {
  readonly language: Language;
  readonly speak: (code: LanguageCode) => void;
}

export function useLanguage(first: FirstAnswers | null, atFirst: Language): LanguageState {
  const [language, setLanguage] = useState(atFirst);
  const wanted = useRef(atFirst.code);
  const { locale } = language.copy;
  // An insertion effect: focusing forces layout, and a later `lang` change would repeat it.
  useInsertionEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  const speak = (code: LanguageCode) => {
    wanted.current = code;
    void first?.bridge.chooseLanguage({ language: code });
    void loadLanguage(code).then(
      (loaded) => {
        // The newest choice wins, in whatever order the chunks arrive.
        if (wanted.current === loaded.code) setLanguage(loaded);
      },
      // Rethrown inside a state update, so that it reaches the error handler of the root.
      (thrown: unknown) =>
        setLanguage(() => {
          throw thrown;
        }),
    );
  };
  return { language, speak };
}
