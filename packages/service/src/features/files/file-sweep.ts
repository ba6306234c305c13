// Deletes stored file contents that no database row refers to: after an application or a file was
// deleted, or an upload was interrupted.
import type { Logger } from 'pino';
import { runPeriodically, type After } from '../../periodic-work.ts';
import { isReferenced } from '../../storage/file-contents.ts';
import type { Database } from '../../database/schema.ts';
import type { StoredFiles } from '../../storage/stored-files.ts';
import type { UnixMs } from '@latchkey/protocol/units.ts';

const intervalMs = 60 * 60 * 1000;

export interface FileSweepParts {
  readonly db: Database;
  readonly storedFiles: Pick<StoredFiles, 'sweep'>;
  readonly nowMs: () => UnixMs;
  readonly after?: After | undefined;
  readonly log: Pick<Logger, 'error'>;
}

/**
 * Sweeps immediately, and then once an hour. The returned function stops the timer and waits for a
 * running sweep.
 */
export function startFileSweep({
  db,
  storedFiles,
  nowMs,
  after,
  log,
}: FileSweepParts): () => Promise<void> {
  return runPeriodically({
    intervalMs,
    async work() {
      await storedFiles.sweep((...content) => isReferenced(db, ...content), nowMs());
    },
    failureMessage: 'Could not sweep unused files',
    after,
    log,
  });
}
