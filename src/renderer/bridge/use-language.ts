// The window's current language and switching it. Typed text stays, because only words change.
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
  // Before moving the focus forces layout: a later change of language would repeat that layout.
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
      // Thrown inside a state update, so that it reaches the same error handler as drawing errors.
      (thrown: unknown) =>
        setLanguage(() => {
          throw thrown;
        }),
    );
  };
  return { language, speak };
}
