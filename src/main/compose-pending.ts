// What a start does with a pending update of the loader, before the window opens. The wiring of
// updates is imported only if there is one, because an earlier import would delay the window.
import { app } from 'electron';
import { findOwnAppImage } from './adapters/own-app-image.ts';
import type { UpdatesParts } from './compose-updates.ts';
import type { LocalState, Log } from './core/ports.ts';
import type { DataFolder } from './shell/data-folder.ts';

/**
 * Counts the start of a new version, or restores the previous one. Returns true if the program ends
 * now. `data`: null in development.
 */
export async function undoesUpdate(
  state: LocalState,
  data: DataFolder | null,
  log: Log,
): Promise<boolean> {
  if (data?.writable !== true || state.get().loaderUpdate === null) return false;
  await app.whenReady();
  const { undoFailingUpdate } = await import('./compose-updates.ts');
  const dataFolder = data.folder;
  return await undoFailingUpdate({ app, state, dataFolder, log, relaunchAs: repeatedStart() });
}

/** Also installs an update that waits for a start. */
export async function restartsForUpdate(
  state: LocalState,
  data: DataFolder | null,
  log: Log,
  updates: UpdatesParts | null,
): Promise<boolean> {
  if (await undoesUpdate(state, data, log)) return true;
  if (updates === null || state.get().loaderUpdate === null) return false;
  const { installPendingUpdate } = await import('./compose-updates.ts');
  return await installPendingUpdate({ ...updates, relaunchAs: repeatedStart() });
}

/** The next start gets the link of this one, which handles none. */
function repeatedStart() {
  return { args: process.argv.slice(1), image: findOwnAppImage(process) };
}
