// The language of the window: which one it begins with, and its sentences. Each language is one chunk, loaded before it is spoken.
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

/** Its sentences are on their way before the main process has answered which language it is: only that counts. */
const named = new URLSearchParams(location.search).get('language');
const expected = languageCodes.find((code) => code === named);
// Where they cannot be loaded, whoever needs them will be told.
if (expected !== undefined) void catalogues[expected]().catch(() => null);

export async function loadLanguage(code: LanguageCode): Promise<Language> {
  return { code, copy: await catalogues[code]() };
}

/** As the main process says; where it leaves that to the browser, or does not answer, what the browser prefers. */
export async function firstLanguage(first: FirstAnswers | null): Promise<Language> {
  const info = await first?.info;
  const offer =
    info?.ok === true
      ? info.value.language
      : { offered: languageCodes, byDefault: null, current: null };
  return loadLanguage(offer.current ?? pickLanguage(null, navigator.languages, offer));
}
