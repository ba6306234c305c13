// Lists the languages of the window and picks the initial one. Does not import zod, so that the
// page can import this file. To add a language, add its code and name here (CONTRIBUTING.md).

export const languageCodes = ['en', 'de'] as const;
export type LanguageCode = (typeof languageCodes)[number];

/** Each name is in its own language, because users may not be able to read the others. */
export const languageNames: Readonly<Record<LanguageCode, string>> = {
  en: 'English',
  de: 'Deutsch',
};

export interface LanguageOffer {
  /** Holds at least one language. */
  readonly offered: readonly LanguageCode[];
  /** For users who prefer none of the offered languages; null for the first one. */
  readonly byDefault: LanguageCode | null;
}

/**
 * `chosen`: the earlier choice in this window, or null.
 * `preferred`: tags such as `de-AT`, the most preferred first.
 */
export function pickLanguage(
  chosen: LanguageCode | null,
  preferred: readonly string[],
  { offered, byDefault }: LanguageOffer,
): LanguageCode {
  const candidates = [chosen ?? '', ...preferred].map((tag) => tag.toLowerCase().split(/[-_]/)[0]);
  for (const code of candidates) {
    const found = offered.find((one) => one === code);
    if (found !== undefined) return found;
  }
  return byDefault ?? offered[0] ?? 'en';
}
