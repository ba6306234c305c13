// Computes how many bytes an installation downloads, after the reuse of chunks on the disk.
import type { ReleaseVerifier, VerifiedRelease } from '../../core/delivery/verified-release.ts';
import { createPlan, readRecordedChunks } from './assembly.ts';
import { installedIn, sourcesFor, type ProgramFolder } from './program-folder.ts';
import { admit } from './program-run.ts';
import { findCopies } from './reusable-chunks.ts';
import type { FetchedManifest, NamedRelease } from './worker-client.ts';

/** Returns the bytes that `offer` would download, or null if its manifest is missing. */
export function measureDownload(
  folder: ProgramFolder,
  verifier: ReleaseVerifier,
  offer: NamedRelease,
  fetched: FetchedManifest | null,
): number | null {
  const { records } = folder;
  if (fetched === null && records.manifestOf(offer.manifestSha256) === null) return null;
  const bytes = bytesToFetch(folder, admit(folder, verifier, offer, fetched));
  // Caches the manifest that the next launch needs.
  installedIn(folder);
  return bytes;
}

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
