// Where the program is to lie: the user chooses a folder in the system's own dialog, and the program gets one of its own in it.
import path from 'node:path';
import type { BrowserWindow, Dialog } from 'electron';
import type { ProgramCopy } from '../../copy/en/program.ts';
import { fill } from '../../copy/sentences.ts';

export interface FolderChooserParts {
  readonly dialog: Pick<Dialog, 'showOpenDialog'>;
  readonly window: BrowserWindow;
  /** Of the brand. */
  readonly name: string;
  readonly words: () => ProgramCopy;
}

/** Answers an absolute path, that need not be there yet; null: they chose none. `now`: where the program lies. */
export function folderChooser({ dialog, window, name, words }: FolderChooserParts) {
  return async (now: string): Promise<string | null> => {
    const answer = await dialog.showOpenDialog(window, {
      title: fill(words().chooseFolder, { name }),
      defaultPath: path.dirname(now),
      properties: ['openDirectory', 'createDirectory'],
    });
    const [chosen] = answer.canceled ? [] : answer.filePaths;
    return chosen === undefined ? null : path.join(chosen, folderName(name));
  };
}

/** What every system takes as the name of a folder. */
function folderName(name: string): string {
  const fit = name
    .normalize('NFC')
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 60)
    .replace(/^[. ]+|[. ]+$/g, '');
  return fit === '' || /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(fit) ? 'Program' : fit;
}
