// The second half of the wiring: the core, the window's calls to it, and the program that it brings. A file of its own, because it
// is read while the page is on its way: the window waits for none of it.
import type { IpcMain } from 'electron';
import { fail } from '../shared/failure.ts';
import { openProgram, type OpenProgramParts } from './adapters/delivery/open-program.ts';
import { createElectronDownloads } from './adapters/http-electron.ts';
import { answerCall } from './core/bridge-calls.ts';
import { createFailures } from './core/failures.ts';
import { createLoader, type Loader, type LoaderParts } from './core/loader.ts';
import { registerCommands } from './shell/ipc.ts';
import { isTrustedCaller } from './shell/policies.ts';
import { folderChooser, type FolderChooserParts } from './shell/program-folder.ts';

type Shown = Omit<FolderChooserParts, 'name'> & { readonly ipcMain: IpcMain };
type ProgramParts = Omit<OpenProgramParts, 'downloads'>;

export function openCore(
  { ipcMain, ...shown }: Shown,
  parts: Omit<LoaderParts, 'delivery'>,
  program: ProgramParts,
): Loader {
  const { log, randomHex } = parts;
  const { window } = shown;
  const loader = createLoader({ ...parts, delivery: openDelivery(program, shown) });
  const failures = createFailures(log, randomHex);
  registerCommands(ipcMain, {
    isTrusted: (caller) =>
      isTrustedCaller(caller, window.isDestroyed() ? null : window.webContents.id),
    answer: (name, input) => answerCall(loader.handlers, log, randomHex, name, input),
    refuse: (name) => {
      log.warn('stranger-refused', { command: name });
      return fail(failures.make({ code: 'internal' }));
    },
  });
  return loader;
}

function openDelivery(
  parts: ProgramParts,
  { dialog, window, words }: Omit<FolderChooserParts, 'name'>,
): LoaderParts['delivery'] {
  const program = openProgram({ ...parts, downloads: createElectronDownloads });
  const chooseFolder = folderChooser({ dialog, window, words, name: parts.config.brand.name });
  return program && { ...program, chooseFolder };
}
