// Memory that is given back at once, wherever the loader's parts run.
import { giveBack as giveBackAtOnce } from '../../shared/give-back.ts';

/**
 * Not in Electron: what is transferred there is lost for good (22.3.25, its main process and its workers), all bytes of an installation.
 * The collector comes there in time.
 */
export const canGiveBack = !('electron' in process.versions);

/** `poolBytes` as in shared. */
export function giveBack(bytes: Uint8Array, poolBytes: number): void {
  if (canGiveBack) giveBackAtOnce(bytes, poolBytes);
}
