// Chooses the window's initial language and loads the texts of a language.
import type { Copy, FirstCopy, LaterCopy } from '../../copy/copy.ts';
import { type LanguageCode, languageCodes, pickLanguage } from '../../shared/languages.ts';
import type { StartupRequests } from './startup-requests.ts';

export interface Language {
  readonly code: LanguageCode;
  /** The texts of the first script. */
  readonly copy: FirstCopy;
  /** The texts of all scripts; null until the second script is loaded. */
  readonly all: Copy | null;
}

interface Catalogue {
  readonly first: () => Promise<FirstCopy>;
  readonly later: () => Promise<LaterCopy>;
}

const catalogues: Readonly<Record<LanguageCode, Catalogue>> = {
  en: {
    first: () => import('../../copy/en/first-texts.ts'),
    later: () => import('../../copy/en/later-texts.ts'),
  },
  de: {
    first: () => import('../../copy/de/first-texts.ts'),
    later: () => import('../../copy/de/later-texts.ts'),
  },
};

/** The language in the page's address. It is preloaded; the main process's answer decides. */
const requested = new URLSearchParams(location.search).get('language');
const expected = languageCodes.find((code) => code === requested);
// Ignore a failed preload: loadInitialLanguage reports the failure.
if (expected !== undefined) void catalogues[expected].first().catch(() => null);

/** Loads all texts of a language. */
export async function loadLanguage(code: LanguageCode): Promise<Language> {
  const { first, later } = catalogues[code];
  const [copy, rest] = await Promise.all([first(), later()]);
  return { code, copy, all: { ...copy, ...rest } };
}

/** Loads the language that the main process chose, or the one that the browser prefers. */
export async function loadInitialLanguage(
  startup: StartupRequests | null,
  scripts: 'first' | 'all',
): Promise<Language> {
  const info = await startup?.info;
  const offer =
    info?.ok === true
      ? info.value.language
      : { offered: languageCodes, byDefault: null, current: null };
  const code = offer.current ?? pickLanguage(null, navigator.languages, offer);
  if (scripts === 'all') return loadLanguage(code);
  return { code, copy: await catalogues[code].first(), all: null };
}
