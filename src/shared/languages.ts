// The languages that the window speaks, and which of them it begins with. Free of zod, so that the page can hold it.
// To add one: its code and name here; the compiler names the rest (CONTRIBUTING.md).

export const languageCodes = ['en', 'de'] as const;
export type LanguageCode = (typeof languageCodes)[number];

/** Each by its own name: whoever looks for their language cannot read the others. */
export const languageNames: Readonly<Record<LanguageCode, string>> = {
  en: 'English',
  de: 'Deutsch',
};

export interface LanguageOffer {
  /** At least one. */
  readonly offered: readonly LanguageCode[];
  /** Where nothing that the user prefers is offered; null: the first. */
  readonly byDefault: LanguageCode | null;
}

/** `preferred`: tags such as `de-AT`, the most wanted first; `chosen`: in this window before, null: never. */
export function pickLanguage(
  chosen: LanguageCode | null,
  preferred: readonly string[],
  { offered, byDefault }: LanguageOffer,
): LanguageCode {
  const wanted = [chosen ?? '', ...preferred].map((tag) => tag.toLowerCase().split(/[-_]/)[0]);
  for (const code of wanted) {
    const found = offered.find((one) => one === code);
    if (found !== undefined) return found;
  }
  return byDefault ?? offered[0] ?? 'en';
}
