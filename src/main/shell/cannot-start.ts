// The system's own box with the reason why the program does not start, for where no page can be shown: in the language of
// the system, because the configuration may be what is broken.
import type { App, Dialog } from 'electron';
import type { ProgramCopy } from '../../copy/en/program.ts';
import { programCopy } from '../../copy/program.ts';
import { fill } from '../../copy/sentences.ts';
import { languageCodes, pickLanguage } from '../../shared/languages.ts';

/** Resolves when the user has read it. */
export async function showCannotStart(
  app: App,
  dialog: Dialog,
  reason: (words: ProgramCopy) => string,
): Promise<void> {
  // Before the program is ready, Linux would only print it.
  await app.whenReady();
  const system = app.getPreferredSystemLanguages();
  const language = pickLanguage(null, system, { offered: languageCodes, byDefault: null });
  const words = programCopy(language);
  // Not showErrorBox: it stands in the way of everything else, also of an end from outside (SIGTERM, end of the desktop's session).
  await dialog.showMessageBox({
    type: 'error',
    title: app.name,
    message: fill(words.cannotStart, { name: app.name }),
    detail: reason(words),
    buttons: [words.quit],
  });
}
