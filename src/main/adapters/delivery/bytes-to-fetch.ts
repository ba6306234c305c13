// Computes how many bytes an installation downloads, after the reuse of chunks on the disk.
import type { VerifiedRelease } from '../../core/delivery/verified-release.ts';
import { createPlan, readRecordedChunks } from './assembly.ts';
import { sourcesFor, type ProgramFolder } from './program-folder.ts';
import { findCopies } from './reusable-chunks.ts';

/** Does not read the files: a damaged one adds its chunks when the installation reads it. */
export function bytesToFetch(folder: ProgramFolder, release: VerifiedRelease): number {
  const { chunks } = release.manifest;
  const recorded = readRecordedChunks(folder.work, folder.folder, release);
  const missing = [...createPlan(release.manifest).keys()].flatMap((index) =>
    recorded.has(index) ? [] : (chunks[index] ?? []),
  );
  const wanted = new Set(missing.map(({ sha256 }) => sha256));
  const known = findCopies(wanted, sourcesFor(folder, release));
  return missing.reduce((sum, { sha256, stored }) => sum + (known.has(sha256) ? 0 : stored), 0);
}
