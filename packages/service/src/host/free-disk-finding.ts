// Checks the free disk of the data folder, for `latchkey doctor`.
import { freeBytesOf, fullDiskBytes, lowDiskBytes, toMebibytes } from './free-disk.ts';
import type { Finding } from './inspection.ts';

export async function freeDiskFinding(dataFolder: string): Promise<Finding> {
  const free = await freeBytesOf(dataFolder);
  const mebibytes = toMebibytes(free);
  if (free >= lowDiskBytes) return { isOk: true, what: `Free disk: ${mebibytes} MiB`, advice: '' };
  const limit = toMebibytes(fullDiskBytes);
  const advice = `Only ${mebibytes} MiB are free on the disk of the data. Free some space: below ${limit} MiB the service is not ready.`;
  return { isOk: false, what: 'Free disk', advice };
}
