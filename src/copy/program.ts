// The few sentences of the program itself, in every language: so few that the main process holds them all.
import type { LanguageCode } from '../shared/languages.ts';
import { program as german } from './de/program.ts';
import { program as english, type ProgramCopy } from './en/program.ts';

const languages: Readonly<Record<LanguageCode, ProgramCopy>> = { en: english, de: german };

export function programCopy(language: LanguageCode): ProgramCopy {
  return languages[language];
}
