// The texts and formats of the desk in the chosen language.
import { createContext, useContext } from 'react';
import type { Language as SellerLanguage } from '@latchkey/seller-copy/language.ts';
import type { Copy } from './copy.ts';
import { localeOf, type LanguageCode } from '@latchkey/web/language.ts';
import { createFormats, type Formats } from './formats.ts';

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

export const storageName = 'language';

export async function loadLanguage(code: LanguageCode): Promise<Language> {
  const catalogue = await catalogues[code]();
  document.documentElement.lang = code;
  return { code, ...catalogue, formats: createFormats(localeOf(code)) };
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
