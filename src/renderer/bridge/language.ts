// Chooses the window's initial language and loads the texts of a language.
import type { Copy } from '../../copy/copy.ts';
import { type LanguageCode, languageCodes, pickLanguage } from '../../shared/languages.ts';
import type { StartupRequests } from './startup-requests.ts';

export interface Language {
  readonly code: LanguageCode;
  readonly copy: Copy;
}

const catalogues: Readonly<Record<LanguageCode, () => Promise<Copy>>> = {
  en: async () => (await import('../../copy/en/window.ts')).english,
  de: async () => (await import('../../copy/de/window.ts')).german,
};

/** The language in the page's address. It is preloaded; the main process's answer decides. */
const requested = new URLSearchParams(location.search).get('language');
const expected = languageCodes.find((code) => code === requested);
// Ignore a failed preload: loadLanguage reports the failure.
if (expected !== undefined) void catalogues[expected]().catch(() => null);

export async function loadLanguage(code: LanguageCode): Promise<Language> {
  return { code, copy: await catalogues[code]() };
}

/** Loads the language that the main process chose, or the one that the browser prefers. */
export async function loadInitialLanguage(startup: StartupRequests | null): Promise<Language> {
  const info = await startup?.info;
  const offer =
    info?.ok === true
      ? info.value.language
      : { offered: languageCodes, byDefault: null, current: null };
  return loadLanguage(offer.current ?? pickLanguage(null, navigator.languages, offer));
}
