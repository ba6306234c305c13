// Takes over the records that earlier versions saved beside the program.
// SECURITY: such records prove nothing, so only the facts of genuine manifests are taken over, and
// every file is hashed before the next launch.
import { join } from 'node:path';
import type { ReleaseVerifier, VerifiedRelease } from '../../core/delivery/verified-release.ts';
import { lstatOrNull, type WorkParts } from './disk.ts';
import { findUnsafeFolder } from './own-folder.ts';
import { openRecords, programOf, type ProgramRecords } from './program-record.ts';

interface Parts {
  readonly folder: string;
  readonly work: WorkParts & { readonly verifier: ReleaseVerifier };
  readonly records: ProgramRecords;
}

/** Does nothing if new records exist. Removes the old records once they are adopted. */
export function adoptRecords({ folder, work, records }: Parts): void {
  if (lstatOrNull(work.disk, join(folder, 'program.json')) === null || records.exist()) return;
  // Another user could put an older genuine release here.
  if (findUnsafeFolder(work, folder) !== null) return;
  const old = openRecords(work, folder, work.verifier);
  const [record, journal] = [old.read(), old.journal()];
  const adopt = (hash: string | null | undefined): VerifiedRelease | null => {
    const release = hash === null || hash === undefined ? null : old.manifestOf(hash);
    const raw = release === null ? null : old.rawManifest(release.manifestSha256);
    if (release === null || raw === null) return null;
    records.saveManifest(release.manifestSha256, raw);
    return release;
  };
  const installed = adopt(record?.installed?.manifestSha256);
  const previous = adopt(record?.previousSha256);
  const swap = journal === null || journal === 'broken' ? null : journal;
  const [from, to] = [adopt(swap?.from?.manifestSha256), adopt(swap?.to.manifestSha256)];
  if (installed === null && to === null) return;
  if (to !== null)
    records.beginSwap({
      v: 1,
      from: from === null ? null : programOf(from),
      to: programOf(to),
      verifiedAt: 0,
    });
  records.change({
    installed: installed === null ? null : programOf(installed),
    previousSha256: previous?.manifestSha256 ?? null,
    // Without stamps, the next launch hashes every file.
    verifiedAt: 0,
    damaged: record?.damaged ?? true,
  });
  old.remove();
}
