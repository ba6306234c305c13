// What an unfinished run left: read from its note and from manifests alone; no file of the program is read.
import { findKnown, planOf } from '../../core/delivery/plan.ts';
import type { BegunProgram } from '../../core/delivery/ports.ts';
import { begunRelease, notedChunks } from './chunk-note.ts';
import { recordOf, sourcesFor, type ProgramFolder } from './program-folder.ts';

export function begunIn(place: ProgramFolder): BegunProgram | null {
  const { work, folder, records } = place;
  const manifestSha256 = begunRelease(work, folder);
  const release = manifestSha256 === null ? null : records.manifestOf(manifestSha256);
  if (manifestSha256 === null || release === null) return null;
  const noted = notedChunks(work, folder, manifestSha256);
  const { chunks } = release.manifest;
  const doneBytes = chunks.reduce(
    (sum, { stored }, index) => sum + (noted.get(index) === true ? stored : 0),
    0,
  );
  // Which files are broken is known only when they are read again.
  if (recordOf(place)?.installed?.manifestSha256 === manifestSha256)
    return { manifestSha256, doneBytes, totalBytes: null };
  const missing = planOf(release.manifest).chunks.flatMap((index) =>
    noted.has(index) ? [] : (chunks[index] ?? []),
  );
  const wanted = new Set(missing.map(({ sha256 }) => sha256));
  const known = findKnown(wanted, sourcesFor(place, release));
  const totalBytes = missing.reduce(
    (sum, { sha256, stored }) => sum + (known.has(sha256) ? 0 : stored),
    doneBytes,
  );
  return { manifestSha256, doneBytes, totalBytes };
}
