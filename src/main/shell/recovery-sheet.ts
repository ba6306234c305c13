// Saves recovery codes to a file that the user chooses, and prints the page, only right after the
// user pressed a key or button in the window.
import path from 'node:path';
import type { BrowserWindow, Dialog } from 'electron';
import type { ProgramCopy } from '../../copy/en/program.ts';
import { recoverySheet } from '../../copy/recovery-sheet.ts';
import type { View } from '../core/ports.ts';

export interface RecoverySheetParts {
  readonly dialog: Pick<Dialog, 'showSaveDialog'>;
  readonly window: BrowserWindow;
  readonly copy: () => ProgramCopy;
  /** Writes a file that only this user may read, or throws. */
  readonly write: (file: string, text: string) => Promise<void>;
  /** The folder that the dialog proposes. */
  readonly folder: () => string;
  readonly wasPressed: () => boolean;
}

/** SECURITY: the page opens at most one dialog at a time, and none without a press. */
export function createRecoverySheet(
  parts: RecoverySheetParts,
): Pick<View, 'saveRecoveryCodes' | 'printPage'> {
  let isOpen = false;
  const openOnce = async <End>(refused: End, open: () => Promise<End>): Promise<End> => {
    if (isOpen || !parts.wasPressed()) return refused;
    isOpen = true;
    return open().finally(() => (isOpen = false));
  };
  return {
    saveRecoveryCodes: (facts) => openOnce('failed', () => save(parts, facts)),
    printPage: () => openOnce(false, () => print(parts.window)),
  };
}

async function save(
  { dialog, window, copy, write, folder }: RecoverySheetParts,
  facts: Parameters<View['saveRecoveryCodes']>[0],
): Promise<'saved' | 'cancelled' | 'failed'> {
  const { name, text } = recoverySheet(copy(), facts);
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: copy().saveCodes,
    defaultPath: path.join(folder(), name),
  });
  if (canceled || filePath === '') return 'cancelled';
  return write(filePath, text).then(
    () => 'saved',
    () => 'failed',
  );
}

/** Resolves when the user has closed the system's dialog. */
function print({ webContents }: BrowserWindow): Promise<boolean> {
  return new Promise((resolve) => {
    webContents.print({ silent: false, printBackground: false }, (isDone, reason) => {
      resolve(isDone || /cancel/i.test(reason));
    });
  });
}
