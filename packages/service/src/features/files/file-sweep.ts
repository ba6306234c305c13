// Contents that no row names any more, now and then: of applications that were deleted, of files that were deleted on another
// machine, of uploads that ended half-way.
import type { Logger } from 'pino';
import { keepDoing, type After } from '../../keep-doing.ts';
import { isReferred } from '../../storage/file-contents.ts';
import { moveOldContents } from '../../storage/old-folders.ts';
import type { Database } from '../../database/schema.ts';
import type { StoredFiles } from '../../storage/stored-files.ts';
import type { UnixMs } from '@latchkey/protocol/units.ts';

const everyMs = 60 * 60 * 1000;

export interface FileSweepParts {
  readonly db: Database;
  readonly dataFolder: string;
  readonly storedFiles: Pick<StoredFiles, 'sweep'>;
  readonly nowMs: () => UnixMs;
  readonly after?: After | undefined;
  readonly log: Pick<Logger, 'error'>;
}

/** Sweeps now and every hour; what it returns ends that, and waits for a sweep that is under way. */
export function keepFilesSwept({
  db,
  dataFolder,
  storedFiles,
  nowMs,
  after,
  log,
}: FileSweepParts): () => Promise<void> {
  return keepDoing({
    everyMs,
    async work() {
      // Again each time: a process of an earlier version may be at work on the same folder.
      await moveOldContents(db, dataFolder);
      await storedFiles.sweep((...content) => isReferred(db, ...content), nowMs());
    },
    failed: 'Could not sweep unused files',
    after,
    log,
  });
}
