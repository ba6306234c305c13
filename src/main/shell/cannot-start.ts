// Shows a system dialog with the reason why the program cannot start, in the system's language,
// because the configuration may be broken.
import type { App, Dialog } from 'electron';
import type { ProgramCopy } from '../../copy/en/program.ts';
import { programCopy } from '../../copy/program.ts';
import { fill } from '../../copy/sentences.ts';
import { languageCodes, pickLanguage } from '../../shared/languages.ts';

/** Resolves when the user has closed the dialog. */
export async function showCannotStart(
  app: App,
  dialog: Dialog,
  reason: (copy: ProgramCopy) => string,
): Promise<void> {
  // Before 'ready', Linux would only print the message.
  await app.whenReady();
  const system = app.getPreferredSystemLanguages();
  const language = pickLanguage(null, system, { offered: languageCodes, byDefault: null });
  const copy = programCopy(language);
  // Not showErrorBox: it blocks the process, even for SIGTERM and the end of the desktop session.
  await dialog.showMessageBox({
    type: 'error',
    title: app.name,
    message: fill(copy.cannotStart, { name: app.name }),
    detail: reason(copy),
    buttons: [copy.quit],
  });
}
