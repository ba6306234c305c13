// The language of a page: chosen by the person, otherwise the one that the browser prefers.

export const languageCodes = ['en', 'de'] as const;
export type LanguageCode = (typeof languageCodes)[number];

/** `storageName` is where the page stores the choice. */
export function preferredLanguage(storageName: string): LanguageCode {
  const stored = localStorage.getItem(storageName);
  const wanted = [stored ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2));
  return wanted.flatMap((tag) => languageCodes.filter((code) => code === tag))[0] ?? 'en';
}

/** The browser's variant of the language, such as en-GB, for dates and numbers. */
export function localeOf(code: LanguageCode): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === code) ?? code;
}
