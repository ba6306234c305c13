// Which versions of its program an application takes (shared/versions.ts), and which of them its users should have.
import { readVersions, type TakenVersion } from '@latchkey/protocol/versions.ts';
import type { ApplicationRow } from '../../database/schema.ts';

type Versions = Pick<ApplicationRow, 'version' | 'download'>;

/** What an earlier version stored may be no list: then it is the one version there is. */
function takenBy({ version }: Versions): readonly TakenVersion[] {
  return readVersions(version) ?? [{ version, until: null }];
}

/** The last that is named of those without a last day; where all have one, the one that is taken longest. */
export function newestVersion(application: Versions): string {
  const all = takenBy(application);
  const lasting = all.filter(({ until }) => until === null);
  const [longest] = all.toSorted((one, other) => (other.until ?? 0) - (one.until ?? 0));
  return (lasting.at(-1) ?? longest)?.version ?? application.version;
}

/** `now`: unix seconds. */
export function isVersionTaken(application: Versions, version: string, now: number): boolean {
  if (version === application.version) return true;
  const found = takenBy(application).find((one) => one.version === version);
  return found !== undefined && (found.until === null || now < found.until);
}

export interface Update {
  readonly version: string;
  readonly download: string;
  /** Unix seconds: from then on the signed-in version is not taken. */
  readonly by: number;
}

/** Contract 0.9. `signedIn` null: the program did not say which version it is. */
export function updateOf(
  application: Versions,
  signedIn: string | null,
  now: number,
): Update | null {
  if (signedIn === null || signedIn === application.version) return null;
  const found = takenBy(application).find((one) => one.version === signedIn);
  if (found?.until === null) return null;
  const { download } = application;
  return { version: newestVersion(application), download, by: found?.until ?? now };
}
