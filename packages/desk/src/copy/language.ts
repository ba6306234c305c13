// The language of the desk: chosen by the person, otherwise the one that the browser prefers.
import { createContext, useContext } from 'react';
import type { Language as SellerLanguage } from '@latchkey/seller-copy/language.ts';
import type { Copy } from './copy.ts';
import { createFormats, type Formats } from './formats.ts';

export const languageCodes = ['en', 'de'] as const;
export type LanguageCode = (typeof languageCodes)[number];

export interface Language {
  readonly code: LanguageCode;
  readonly copy: Copy;
  /** Sentences about data of the seller API. */
  readonly seller: SellerLanguage;
  readonly formats: Formats;
}

type Catalogue = Pick<Language, 'copy' | 'seller'>;

const catalogues: Readonly<Record<LanguageCode, () => Promise<Catalogue>>> = {
  en: async () => {
    const [copy, seller] = await Promise.all([
      import('./en/desk.ts'),
      import('@latchkey/seller-copy/en/english.ts'),
    ]);
    return { copy: copy.english, seller: seller.english };
  },
  de: async () => {
    const [copy, seller] = await Promise.all([
      import('./de/desk.ts'),
      import('@latchkey/seller-copy/de/german.ts'),
    ]);
    return { copy: copy.german, seller: seller.german };
  },
};

const storageName = 'language';

export function preferredLanguage(): LanguageCode {
  const stored = localStorage.getItem(storageName);
  const wanted = [stored ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2));
  return wanted.flatMap((tag) => languageCodes.filter((code) => code === tag))[0] ?? 'en';
}

export async function loadLanguage(code: LanguageCode): Promise<Language> {
  const catalogue = await catalogues[code]();
  document.documentElement.lang = code;
  return { code, ...catalogue, formats: createFormats(localeOf(code)) };
}

/** The browser's variant of the language, such as en-GB, for dates and numbers. */
function localeOf(code: LanguageCode): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === code) ?? code;
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

export function useFormats(): Formats {
  return useLanguage().formats;
}
