// The swap of `next/` for `current/`, as a row of steps of which each can be done again. Whatever moment the computer stops at, what
// lies there says which step is next; only forwards, because `next/` was verified whole before the journal was written.
import { join } from 'node:path';
import { noteOf } from './assembly.ts';
import { lookAt, syncFolder, type WorkParts } from './disk.ts';
import { removeWhenFree, renameWhenFree } from './in-use.ts';
import type { ProgramRecord, ProgramRecords, SwapJournal } from './program-record.ts';

export interface SwapParts {
  readonly work: WorkParts;
  readonly folder: string;
  readonly records: ProgramRecords;
}

/** The trees of the program's folder. Whatever else lies there is not ours. */
export function treesIn(folder: string) {
  return {
    current: join(folder, 'current'),
    previous: join(folder, 'previous'),
    next: join(folder, 'next'),
  };
}

/** What lies in the program's folder. */
export interface Seen {
  readonly next: boolean;
  readonly current: boolean;
  readonly previous: boolean;
}

export type SwapStep =
  /** Of the version before the one before. */
  | 'remove-previous'
  | 'keep-current'
  | 'place-next'
  /** The record names the new one from now on, and the journal goes. */
  | 'record'
  /** Somebody removed the new tree meanwhile: the one before is put back. */
  | 'restore-previous'
  /** Somebody removed all of it. */
  | 'record-nothing';

export function nextStep({ next, current, previous }: Seen): SwapStep {
  if (next && current) return previous ? 'remove-previous' : 'keep-current';
  if (next) return 'place-next';
  if (current) return 'record';
  return previous ? 'restore-previous' : 'record-nothing';
}

/** Goes on with the swap of the journal until it is done. Throws where a file is held for too long; the journal stays then. */
export function finishSwap(parts: SwapParts, journal: SwapJournal): void {
  const { work, folder } = parts;
  const { disk } = work;
  const { current, previous, next } = treesIn(folder);
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
        endWith(parts, { installed: journal.from, previousSha256: null });
        return;
      case 'record':
        endWith(parts, {
          installed: journal.to,
          previousSha256: journal.from?.manifestSha256 ?? null,
          verifiedAt: journal.verifiedAt,
          damaged: false,
        });
        return;
      case 'record-nothing':
        endWith(parts, { installed: null, previousSha256: null });
        return;
    }
  }
}

/** Whether what lies there is whole, the look before each start tells. */
function endWith({ work, folder, records }: SwapParts, change: Partial<ProgramRecord>): void {
  syncFolder(work, folder);
  records.change(change);
  work.disk.rmSync(noteOf(folder), { force: true, recursive: true });
  records.endSwap();
}
