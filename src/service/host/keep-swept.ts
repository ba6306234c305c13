// All that a running service sweeps away by itself.
import { keepFilesSwept, type FileSweepParts } from '../files/file-sweep.ts';
import { keepEndedSwept, type EndedSweepParts } from './ended-sweep.ts';

/** Begins at once; what it returns ends it, and waits for what is under way. */
export function keepSwept(parts: FileSweepParts & EndedSweepParts): () => Promise<void> {
  const ends = [keepFilesSwept(parts), keepEndedSwept(parts)];
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}
