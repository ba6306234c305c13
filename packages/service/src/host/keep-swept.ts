// All that a running service does by itself: it sweeps away what is over, and goes on with what was interrupted.
import { keepFilesSwept, type FileSweepParts } from '../features/files/file-sweep.ts';
import { keepJobs, type JobParts } from './keep-jobs.ts';
import { keepEndedSwept, type EndedSweepParts } from './ended-sweep.ts';

/** Begins at once; what it returns ends it, and waits for what is under way. */
export function keepSwept(parts: FileSweepParts & EndedSweepParts & JobParts): () => Promise<void> {
  const ends = [keepFilesSwept(parts), keepEndedSwept(parts), keepJobs(parts)];
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}
