// Lets the user choose the program's folder in a system dialog. The program gets a separate folder
// inside the chosen one.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserWindow, Dialog } from 'electron';
import type { ProgramCopy } from '../../copy/en/program.ts';
import { fill } from '../../copy/sentences.ts';

export interface FolderChooserParts {
  readonly dialog: Pick<Dialog, 'showOpenDialog'>;
  readonly window: BrowserWindow;
  readonly name: string;
  readonly copy: () => ProgramCopy;
}

/** Resolves to an absolute path, which may not exist yet; null if the user cancelled. */
export function createFolderChooser({ dialog, window, name, copy }: FolderChooserParts) {
  return async (currentFolder: string): Promise<string | null> => {
    const answer = await dialog.showOpenDialog(window, {
      title: fill(copy().chooseFolder, { name }),
      defaultPath: path.dirname(currentFolder),
      properties: ['openDirectory', 'createDirectory'],
    });
    const [chosen] = answer.canceled ? [] : answer.filePaths;
    if (chosen === undefined) return null;
    // The program's folder must not be reached through a link, which could change later.
    return path.join(await realpath(chosen).catch(() => chosen), folderName(name));
  };
}

/** Returns a folder name that is valid on every system. */
function folderName(name: string): string {
  const cleaned = name
    .normalize('NFC')
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 60)
    .replace(/^[. ]+|[. ]+$/g, '');
  return cleaned === '' || /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(cleaned)
    ? 'Program'
    : cleaned;
}
