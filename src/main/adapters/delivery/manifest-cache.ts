// Caches the last verified manifest, because parsing one of 30 000 files takes noticeable time. Only
// the disk says which manifests exist: the cache is valid for unchanged files.
import type { VerifiedRelease } from '../../core/delivery/verified-release.ts';
import { lstatOrNull, type Disk } from './disk.ts';

type ReadManifest = (manifestSha256: string) => VerifiedRelease | null;

/** `filesOf`: absolute paths of the files that `read` reads. */
export function cacheManifest(
  disk: Disk,
  filesOf: (manifestSha256: string) => readonly string[],
  read: ReadManifest,
): ReadManifest {
  let cached: VerifiedRelease | null = null;
  let cachedVersion = '';
  return (hash) => {
    const found = filesOf(hash).map((file) => lstatOrNull(disk, file));
    const version = found.map((stats) => `${stats?.ino} ${stats?.size} ${stats?.mtimeMs}`).join();
    if (cached?.manifestSha256 === hash && cachedVersion === version) return cached;
    cached = read(hash);
    cachedVersion = version;
    return cached;
  };
}
