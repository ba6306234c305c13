// Takes the steps of a swap, and those that an interrupted one has left.
import { join } from 'node:path';
import { nextStep } from '../../core/delivery/swap.ts';
import { noteOf } from './chunk-note.ts';
import { lookAt, syncFolder, type WorkParts } from './disk.ts';
import { removeWhenFree, renameWhenFree } from './in-use.ts';
import type { ProgramRecord, ProgramRecords, SwapJournal } from './program-record.ts';

export interface SwapPlace {
  readonly work: WorkParts;
  readonly folder: string;
  readonly records: ProgramRecords;
}

/** What the program is kept in. Whatever else lies in the folder is not ours. */
export function placesIn(folder: string) {
  return {
    current: join(folder, 'current'),
    previous: join(folder, 'previous'),
    next: join(folder, 'next'),
  };
}

/** Goes on with the swap of the journal until it is done. Throws where a file is held for too long; the journal stays then. */
export function finishSwap(place: SwapPlace, journal: SwapJournal): void {
  const { work, folder } = place;
  const { disk } = work;
  const { current, previous, next } = placesIn(folder);
  for (;;) {
    const step = nextStep({
      next: lookAt(disk, next)?.isDirectory() === true,
      current: lookAt(disk, current) !== null,
      previous: lookAt(disk, previous) !== null,
    });
    switch (step) {
      case 'remove-previous':
        removeWhenFree(work, previous);
        break;
      case 'keep-current':
        renameWhenFree(work, current, previous);
        break;
      case 'place-next':
        renameWhenFree(work, next, current);
        break;
      case 'restore-previous':
        renameWhenFree(work, previous, current);
        endWith(place, { installed: journal.from, previousSha256: null });
        return;
      case 'record':
        endWith(place, {
          installed: journal.to,
          previousSha256: journal.from?.manifestSha256 ?? null,
          verifiedAt: journal.verifiedAt,
          damaged: false,
        });
        return;
      case 'record-nothing':
        endWith(place, { installed: null, previousSha256: null });
        return;
    }
  }
}

/** Whether what lies there is whole, the look before each start tells. */
function endWith({ work, folder, records }: SwapPlace, change: Partial<ProgramRecord>): void {
  syncFolder(work, folder);
  records.change(change);
  work.disk.rmSync(noteOf(folder), { force: true, recursive: true });
  records.endSwap();
}
