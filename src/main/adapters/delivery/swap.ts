// Replaces the tree `current` by `next` in idempotent steps. After a crash, the existing trees show
// the next step. The swap is never undone, because `next` was verified before the journal was
// written.
import { join } from 'node:path';
import { progressFileOf } from './assembly.ts';
import { lstatOrNull, syncFolder, type WorkParts } from './disk.ts';
import { renameWhenFree } from './in-use.ts';
import { moveOtherFiles } from './other-files.ts';
import type { ProgramRecord, ProgramRecords, SwapJournal } from './program-record.ts';
import { clearName, clearTree } from './tree-removal.ts';

export interface SwapParts {
  readonly work: WorkParts;
  readonly folder: string;
  readonly records: ProgramRecords;
}

/** The trees in the program's folder. */
export function treesIn(folder: string) {
  return {
    current: join(folder, 'current'),
    previous: join(folder, 'previous'),
    next: join(folder, 'next'),
  };
}

export interface ExistingTrees {
  readonly next: boolean;
  readonly current: boolean;
  readonly previous: boolean;
}

export type SwapStep =
  /** Removes the version before the previous one. */
  | 'remove-previous'
  | 'keep-current'
  | 'place-next'
  /** Records the new release and removes the journal. */
  | 'record'
  /** Someone removed the new tree meanwhile: the previous one is restored. */
  | 'restore-previous'
  /** Someone removed all trees. */
  | 'record-nothing';

export function nextStep({ next, current, previous }: ExistingTrees): SwapStep {
  if (next && current) return previous ? 'remove-previous' : 'keep-current';
  if (next) return 'place-next';
  if (current) return 'record';
  return previous ? 'restore-previous' : 'record-nothing';
}

/** Completes the swap of the journal. Throws if a file stays in use; the journal then stays. */
export function finishSwap(parts: SwapParts, journal: SwapJournal): void {
  const { work, folder, records } = parts;
  const { disk } = work;
  const { current, previous, next } = treesIn(folder);
  for (;;) {
    const step = nextStep({
      next: lstatOrNull(disk, next)?.isDirectory() === true,
      current: lstatOrNull(disk, current) !== null,
      previous: lstatOrNull(disk, previous) !== null,
    });
    switch (step) {
      case 'remove-previous':
        clearTree(work, previous, records.filesOf(records.read()?.previousSha256 ?? null));
        break;
      case 'keep-current':
        renameWhenFree(work, current, previous);
        break;
      case 'place-next':
        renameWhenFree(work, next, current);
        break;
      case 'restore-previous':
        renameWhenFree(work, previous, current);
        recordEnd(parts, { installed: journal.from, previousSha256: null });
        return;
      case 'record':
        moveOtherFilesOver(parts, journal);
        recordEnd(parts, {
          installed: journal.to,
          previousSha256: journal.from?.manifestSha256 ?? null,
          previousBytes: journal.from?.sizeBytes ?? 0,
          verifiedAt: journal.verifiedAt,
          damaged: false,
          leftover: false,
        });
        return;
      case 'record-nothing':
        recordEnd(parts, { installed: null, previousSha256: null });
        return;
    }
  }
}

/**
 * Moves files that no release wrote from the old tree to the new one, because they may be the
 * user's. Does so only if the files of the old tree are known.
 */
function moveOtherFilesOver({ work, folder, records }: SwapParts, { from }: SwapJournal): void {
  const { current, previous } = treesIn(folder);
  const release = from === null ? null : records.manifestOf(from.manifestSha256);
  if (release !== null) moveOtherFiles(work, previous, current, release.manifest.files);
  else if (from === null && records.read()?.leftover === true)
    moveOtherFiles(work, previous, current, []);
}

/** Records the result and ends the swap. Does not verify the tree; each launch does. */
function recordEnd({ work, folder, records }: SwapParts, change: Partial<ProgramRecord>): void {
  syncFolder(work, folder);
  records.change(change);
  clearName(work, progressFileOf(folder));
  records.endSwap();
}
