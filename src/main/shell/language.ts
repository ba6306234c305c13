// Selects the language of the window and of the main process's own texts.
import { programCopy } from '../../copy/program.ts';
import { type LanguageOffer, pickLanguage } from '../../shared/languages.ts';
import type { LocalState, View } from '../core/ports.ts';

/** Uses the language that the user chose in the window, else the best match of `preferred`. */
export function openLanguage(
  state: LocalState,
  preferred: readonly string[],
  offer: LanguageOffer,
) {
  const language = () => pickLanguage(state.get().language, preferred, offer);
  const saveLanguage: View['saveLanguage'] = (chosen) => state.change({ language: chosen });
  return { language, copy: () => programCopy(language()), saveLanguage };
}
