// Composition root: builds the functions of the view that need the system.
import { app, clipboard, shell } from 'electron';
import { engineParts, readLicenses } from './adapters/licenses.ts';
import { writePrivateFile } from './adapters/private-file.ts';
import { readClipboardFor } from './shell/clipboard.ts';
import { openHttpsLink } from './shell/links.ts';
import { pressPartsOf, watchPresses } from './shell/presses.ts';
import { createRecoverySheet, type RecoverySheetParts } from './shell/recovery-sheet.ts';

/**
 * Returns the functions of the view that need the system, such as links and files. `output` is the
 * folder of the built files.
 */
export function openSystemView(
  parts: Pick<RecoverySheetParts, 'dialog' | 'window' | 'copy'>,
  output: string,
) {
  const { window } = parts;
  const wasPressed = watchPresses(pressPartsOf(window));
  const folder = () => app.getPath('documents');
  return {
    ...createRecoverySheet({ ...parts, write: writePrivateFile, folder, wasPressed }),
    openLink: (url: string) => openHttpsLink((href) => shell.openExternal(href), url),
    readClipboard: readClipboardFor(window, clipboard),
    readLicenses: () => readLicenses(output, engineParts(process.versions)),
  };
}
