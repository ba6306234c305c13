// Lets go, now and then, of contents that no row names any more: of applications that were deleted, of files that were deleted
// on another machine, of uploads that ended half-way.
import type { Logger } from 'pino';
import { afterRealTime, type After } from '../outbound/deliveries.ts';
import { isReferred } from './file-contents.ts';
import type { Database } from '../database/schema.ts';
import type { StoredFiles } from './stored-files.ts';

const everyMs = 60 * 60 * 1000;

export interface SweepParts {
  readonly db: Database;
  readonly storedFiles: Pick<StoredFiles, 'sweep'>;
  readonly nowMs: () => number;
  readonly after?: After | undefined;
  readonly log: Pick<Logger, 'error'>;
}

/** Sweeps now and every hour; what it returns ends that, and waits for a sweep that is under way. */
export function keepSwept(parts: SweepParts): () => Promise<void> {
  const { db, storedFiles, nowMs, after = afterRealTime, log } = parts;
  let ended = false;
  let cancel = () => {};
  let sweeping = Promise.resolve();
  const sweep = () => {
    sweeping = storedFiles
      .sweep((sha256) => isReferred(db, sha256), nowMs())
      .catch((error: unknown) => log.error({ error }, 'Files could not be swept'))
      .then(() => {
        if (!ended) cancel = after(everyMs, sweep);
      });
  };
  sweep();
  return async () => {
    ended = true;
    cancel();
    await sweeping;
  };
}
