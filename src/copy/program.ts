// Returns the texts outside the window for the main process, which contains all languages.
import type { LanguageCode } from '../shared/languages.ts';
import { program as german } from './de/program.ts';
import { program as english, type ProgramCopy } from './en/program.ts';

const languages: Readonly<Record<LanguageCode, ProgramCopy>> = { en: english, de: german };

export function programCopy(language: LanguageCode): ProgramCopy {
  return languages[language];
}
