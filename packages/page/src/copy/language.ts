// The language of the page: chosen by the customer, otherwise the one that the browser prefers.
import { createContext, useContext } from 'react';
import type { english } from './en/english.ts';
import { createFormats, type Formats } from './formats.ts';

export type Copy = typeof english;

const languageCodes = ['en', 'de'] as const;
export type LanguageCode = (typeof languageCodes)[number];

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
const storageName = 'my-language';

export function preferredLanguage(): LanguageCode {
  const stored = localStorage.getItem(storageName);
  const wanted = [stored ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2));
  return wanted.flatMap((tag) => languageCodes.filter((code) => code === tag))[0] ?? 'en';
}

export async function loadLanguage(code: LanguageCode): Promise<Language> {
  const copy = await catalogues[code]();
  document.documentElement.lang = code;
  // The browser's variant of the language, such as en-GB, for dates.
  const locale = navigator.languages.find((tag) => tag.split('-')[0] === code) ?? code;
  return { code, copy, formats: createFormats(locale) };
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
