// The texts and formats of the page in the chosen language.
import { createContext, useContext } from 'react';
import type { english } from './en/english.ts';
import { localeOf, type LanguageCode } from '@latchkey/web/language.ts';
import { createFormats, type Formats } from './formats.ts';

export type Copy = typeof english;

export interface Language {
  readonly code: LanguageCode;
  readonly copy: Copy;
  readonly formats: Formats;
}

const catalogues: Readonly<Record<LanguageCode, () => Promise<Copy>>> = {
  en: async () => (await import('./en/english.ts')).english,
  de: async () => (await import('./de/german.ts')).german,
};

/** Not the name that the desk uses, which can have the same origin on this machine. */
export const storageName = 'my-language';

export async function loadLanguage(code: LanguageCode): Promise<Language> {
  const copy = await catalogues[code]();
  document.documentElement.lang = code;
  return { code, copy, formats: createFormats(localeOf(code)) };
}

export function storeLanguage(code: LanguageCode): void {
  localStorage.setItem(storageName, code);
}

interface LanguageChoice extends Language {
  readonly choose: (code: LanguageCode) => void;
}

export const LanguageContext = createContext<LanguageChoice | null>(null);

export function useLanguage(): LanguageChoice {
  const language = useContext(LanguageContext);
  if (language === null) throw new Error('The language is not loaded.');
  return language;
}

export function useCopy(): Copy {
  return useLanguage().copy;
}
