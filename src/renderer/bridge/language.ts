// Chooses the window's first language and loads language chunks.
import type { Copy } from '../../copy/copy.ts';
import { type LanguageCode, languageCodes, pickLanguage } from '../../shared/languages.ts';
import type { FirstAnswers } from './first-answers.ts';

export interface Language {
  readonly code: LanguageCode;
  readonly copy: Copy;
}

const catalogues: Readonly<Record<LanguageCode, () => Promise<Copy>>> = {
  en: async () => (await import('../../copy/en/window.ts')).english,
  de: async () => (await import('../../copy/de/window.ts')).german,
};

/** Preloads the probable language. The main process's answer decides. */
const requested = new URLSearchParams(location.search).get('language');
const expected = languageCodes.find((code) => code === requested);
// Ignored here: a failed load is reported where the language is used.
if (expected !== undefined) void catalogues[expected]().catch(() => null);

export async function loadLanguage(code: LanguageCode): Promise<Language> {
  return { code, copy: await catalogues[code]() };
}

/** Loads the main process's choice; without one, the browser's preference. */
export async function firstLanguage(first: FirstAnswers | null): Promise<Language> {
  const info = await first?.info;
  const offer =
    info?.ok === true
      ? info.value.language
      : { offered: languageCodes, byDefault: null, current: null };
  return loadLanguage(offer.current ?? pickLanguage(null, navigator.languages, offer));
}
