// Measures the download of an offered release, before an installation begins.
import type { ReleaseVerifier } from '../../core/delivery/verified-release.ts';
import { bytesToFetch } from './bytes-to-fetch.ts';
import { installedIn, type ProgramFolder } from './program-folder.ts';
import { admit } from './program-run.ts';
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
