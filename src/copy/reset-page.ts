// The sentences of the service's page for a new password, in the language that the browser asks for.
import { type LanguageCode, languageCodes, pickLanguage } from '../shared/languages.ts';
import { resetPage as german } from './de/reset-page.ts';
import { resetPage as english, type ResetPageCopy } from './en/reset-page.ts';

const languages: Readonly<Record<LanguageCode, ResetPageCopy>> = { en: english, de: german };

export interface ResetPageLanguage {
  readonly code: LanguageCode;
  readonly copy: ResetPageCopy;
}

/** `acceptLanguage`: the header of that name, such as `de-AT,de;q=0.9,en;q=0.5`. */
export function resetPageFor(acceptLanguage: string | undefined): ResetPageLanguage {
  const ranges = (acceptLanguage ?? '').slice(0, 500).split(',');
  const wanted = ranges.map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
    const given = parameters.find((part) => part.startsWith('q='));
    const weight = given === undefined ? 1 : Number(given.slice(2));
    return { tag, weight: Number.isNaN(weight) ? 0 : weight };
  });
  const preferred = wanted
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
  const code = pickLanguage(null, preferred, { offered: languageCodes, byDefault: null });
  return { code, copy: languages[code] };
}
