// The language that the window speaks now, and the way to another one: what was typed stays, for only the words change.
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
  // Before the focus is moved, which lays the page out: a language that came after it would have all of it laid out again.
  useInsertionEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  const speak = (code: LanguageCode) => {
    wanted.current = code;
    void first?.bridge.chooseLanguage({ language: code });
    void loadLanguage(code).then(
      (loaded) => {
        // The newest choice counts, whichever was there first.
        if (wanted.current === loaded.code) setLanguage(loaded);
      },
      // Inside a change of state: it then ends where everything ends that breaks while drawing.
      (thrown: unknown) =>
        setLanguage(() => {
          throw thrown;
        }),
    );
  };
  return { language, speak };
}
