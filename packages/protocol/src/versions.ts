// Parses the setting `version`: the versions of a program that may sign in, such as
// "1.0@2027-01-31, 1.1, 2.0". The date is the last day (UTC) on which the version is accepted.

/** The version of a new application and of a new brand, which can then sign in to it. */
export const firstVersion = '1.0.0';

export interface AcceptedVersion {
  readonly version: string;
  /** Unix seconds from which the version is no longer accepted, or null for no limit. */
  readonly until: number | null;
}

export const invalidVersionsText =
  'The versions are not valid. Allowed are up to 20 versions of up to 50 characters, separated by commas. A version can have a last day: 1.0@2027-01-31,1.1';

const maxVersions = 20;
const maxVersionLength = 50;
const datedVersion = /^(.+)@([0-9]{4})-([0-9]{2})-([0-9]{2})$/;

/** Returns null if a version is invalid or listed twice, or if there are too many. */
export function readVersions(text: string): readonly AcceptedVersion[] | null {
  const versions = text.split(',').map((one) => readVersion(one.trim()));
  const names = new Set(versions.map((version) => version?.version));
  if (versions.length > maxVersions || names.size < versions.length) return null;
  return versions.every((version) => version !== null) ? versions : null;
}

function readVersion(text: string): AcceptedVersion | null {
  const [, version = text, year, month, day] = datedVersion.exec(text) ?? [];
  if (version === '' || version.length > maxVersionLength || /\p{C}/u.test(version)) return null;
  // A mistyped date must not become part of a version's name.
  if (year === undefined) return text.includes('@') ? null : { version, until: null };
  const at = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  const isDay =
    !Number.isNaN(at) && new Date(at).toISOString().startsWith(`${year}-${month}-${day}`);
  return isDay ? { version, until: at / 1000 + 86_400 } : null;
}
