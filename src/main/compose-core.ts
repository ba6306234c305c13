// Builds the core, its command handlers and the program store. compose.ts imports this file only
// when the page has its script, because an earlier import would delay the page.
import { app } from 'electron';
import { fail } from '../shared/failure.ts';
import { openUpdates, type UpdatesParts } from './compose-updates.ts';
import { openProgramStore, type OpenProgramStoreParts } from './adapters/delivery/open-program.ts';
import { createElectronCheckHost } from './adapters/check-electron.ts';
import { readFolders } from './adapters/check-folders.ts';
import { createElectronDownloads } from './adapters/http-electron.ts';
import { guessesOf } from './adapters/password-guesses.ts';
import { answerCall } from './core/bridge-calls.ts';
import { confirmLoader } from './core/flows/loader-install.ts';
import { createFailures } from './core/failures.ts';
import { createLoader, type Loader, type LoaderParts } from './core/loader.ts';
import type { CommandParts } from './shell/ipc.ts';
import { createFolderChooser, type FolderChooserParts } from './shell/program-folder.ts';

type ChooserParts = Omit<FolderChooserParts, 'name'> & {
  readonly showFile: (path: string) => void;
  readonly language: () => string;
};
type ProgramParts = Omit<OpenProgramStoreParts, 'downloads'>;

export interface OpenCore extends Pick<CommandParts, 'answer' | 'refuse'> {
  readonly loader: Loader;
}

export interface UpdateParts {
  /** Null if this start cannot update the loader. */
  readonly updates: UpdatesParts | null;
  /** Resolves when the window shows the painted page. */
  readonly painted: Promise<void>;
}

export function openCore(
  chooser: ChooserParts,
  parts: Omit<LoaderParts, 'checkHost' | 'delivery' | 'guessesOf' | 'updates'>,
  program: ProgramParts,
  { updates, painted }: UpdateParts,
): OpenCore {
  const { log, randomHex } = parts;
  const host = updates === null ? null : openUpdates(updates);
  const delivery = openDelivery(program, chooser);
  const checkHost = createElectronCheckHost({
    language: chooser.language,
    readFolders: () =>
      readFolders({
        dataFolder: program.dataFolder,
        programFolder: delivery?.store.folder() ?? null,
      }),
  });
  const loader = createLoader({
    ...parts,
    ...{ guessesOf, delivery, checkHost },
    ...(host !== null && { updates: host }),
  });
  const failures = createFailures(log, randomHex);
  return {
    loader,
    answer(name, input) {
      // The page's script runs and draws, so this version of the loader works.
      if (name === 'getSession')
        void painted.then(() => confirmLoader(program.state, app.getVersion()));
      return answerCall(loader.handlers, log, randomHex, name, input);
    },
    refuse: (name) => {
      log.warn('stranger-refused', { command: name });
      return fail(failures.make({ code: 'internal' }));
    },
  };
}

function openDelivery(
  parts: ProgramParts,
  { dialog, window, copy, showFile }: ChooserParts,
): LoaderParts['delivery'] {
  const program = openProgramStore({ ...parts, downloads: createElectronDownloads });
  const chooseFolder = createFolderChooser({ dialog, window, copy, name: parts.config.brand.name });
  return program && { ...program, chooseFolder, showFile };
}
