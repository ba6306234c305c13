// Reads the program versions that an application accepts, and announces updates to users.
import { readVersions, type AcceptedVersion } from '@latchkey/protocol/versions.ts';
import type { ApplicationRow } from '../../database/schema.ts';

type Versions = Pick<ApplicationRow, 'version' | 'download'>;

/** The setting of an older service may not be a list. It is then the only accepted version. */
function acceptedVersions({ version }: Versions): readonly AcceptedVersion[] {
  return readVersions(version) ?? [{ version, until: null }];
}

/** Returns the last version without an end, or the one that is accepted longest. */
export function newestVersion(application: Versions): string {
  const all = acceptedVersions(application);
  const lasting = all.filter(({ until }) => until === null);
  const [longest] = all.toSorted((one, other) => (other.until ?? 0) - (one.until ?? 0));
  return (lasting.at(-1) ?? longest)?.version ?? application.version;
}

export function isVersionAccepted(application: Versions, version: string, now: number): boolean {
  if (version === application.version) return true;
  const acceptedVersion = acceptedVersions(application).find((one) => one.version === version);
  return (
    acceptedVersion !== undefined && (acceptedVersion.until === null || now < acceptedVersion.until)
  );
}

export interface Update {
  readonly version: string;
  readonly download: string;
  /** Unix seconds from which the session's version is no longer accepted. */
  readonly by: number;
}

/**
 * Returns the update to announce, or null (docs/protocol.md#additional-fields). `programVersion` is
 * null if the program did not send its version.
 */
export function updateOf(
  application: Versions,
  programVersion: string | null,
  now: number,
): Update | null {
  if (programVersion === null || programVersion === application.version) return null;
  const acceptedVersion = acceptedVersions(application).find(
    (one) => one.version === programVersion,
  );
  if (acceptedVersion?.until === null) return null;
  const { download } = application;
  return { version: newestVersion(application), download, by: acceptedVersion?.until ?? now };
}
