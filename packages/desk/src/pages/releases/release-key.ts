// The parameters that name a release.
import type { Release } from './ReleasesPage.tsx';

export function releaseKey({ kind, channel, platform, sequence }: Release) {
  return { kind, channel, platform, sequence: String(sequence) };
}
