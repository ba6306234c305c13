// The setting `version` as a list, and back.
import { readVersions, type AcceptedVersion } from '@latchkey/protocol/versions.ts';

const daySeconds = 86_400;

/** The service accepts only texts that this can read. */
export function versionsIn(text: string): readonly AcceptedVersion[] {
  return readVersions(text) ?? [];
}

/** The last day as ISO date, or empty for no limit. */
export function lastDayOf({ until }: AcceptedVersion): string {
  return until === null ? '' : new Date((until - daySeconds) * 1000).toISOString().slice(0, 10);
}

export function versionText(version: string, lastDay: string): string {
  return lastDay === '' ? version : `${version}@${lastDay}`;
}

/** The text with one version replaced, or removed if `replacement` is null. */
export function withVersion(
  versions: readonly AcceptedVersion[],
  version: string,
  replacement: string | null,
): string {
  return versions
    .map((one) =>
      one.version === version ? replacement : versionText(one.version, lastDayOf(one)),
    )
    .filter((text) => text !== null)
    .join(',');
}

/** The text with one more version, or null if the service would refuse it. */
export function withNewVersion(
  versions: readonly AcceptedVersion[],
  version: string,
  lastDay: string,
): string | null {
  // A comma would add a second version.
  if (/[,@]/.test(version)) return null;
  const all = versions.map((one) => versionText(one.version, lastDayOf(one)));
  const text = [...all, versionText(version, lastDay)].join(',');
  return readVersions(text) === null ? null : text;
}

/** The newest version: the last one without a last day, else the one with the latest day. */
export function newestOf(versions: readonly AcceptedVersion[]): AcceptedVersion | undefined {
  const lasting = versions.filter(({ until }) => until === null);
  const [longest] = versions.toSorted((one, other) => (other.until ?? 0) - (one.until ?? 0));
  return lasting.at(-1) ?? longest;
}
