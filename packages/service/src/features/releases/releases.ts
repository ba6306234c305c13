// Finds the release that an account or an installation is offered, and the contents that a release
// needs.
import { createHash } from 'node:crypto';
import type { Database } from '../../database/schema.ts';
import type { ReleaseRow } from '../../database/schema-releases.ts';

export type ReleaseLine = Pick<ReleaseRow, 'applicationId' | 'kind' | 'channel' | 'platform'>;

/**
 * Returns the releases that are published, not retracted and rolled out to this receiver, newest
 * first: an account, or for a loader an installation. A release can require a feature.
 */
export async function rolledOutTo(
  db: Database,
  line: ReleaseLine,
  receiverId: string,
): Promise<readonly ReleaseRow[]> {
  const rows = await rolledOut(db, line).orderBy('sequence', 'desc').limit(maxConsidered).execute();
  return rows.filter((row) => row.rollout > rolloutPositionOf(receiverId, row));
}

/**
 * Returns a release that someone has installed and wants to repair. A smaller rollout than at the
 * installation does not prevent the repair, but one that ended at 0 does.
 */
export function installedRelease(
  db: Database,
  line: ReleaseLine,
  sequence: number,
): Promise<readonly ReleaseRow[]> {
  return rolledOut(db, line).where('sequence', '=', sequence).execute();
}

/** Published releases that are not retracted, and that some receivers are offered. */
function rolledOut(db: Database, line: ReleaseLine) {
  return releasesOfLine(db, line)
    .selectAll()
    .where('publishedAt', 'is not', null)
    .where('retracted', '=', 0)
    .where('rollout', '>', 0);
}

/** Maximum releases considered, newest first. Older partial rollouts are not offered. */
const maxConsidered = 50;

export function releasesOfLine(
  db: Database,
  { applicationId, kind, channel, platform }: ReleaseLine,
) {
  return db
    .selectFrom('releases')
    .where('applicationId', '=', applicationId)
    .where('kind', '=', kind)
    .where('channel', '=', channel)
    .where('platform', '=', platform);
}

/**
 * Returns the receiver's position in a rollout, from 0 to under 100. The position is fixed per
 * receiver and release, and each release orders the receivers differently.
 */
function rolloutPositionOf(
  receiverId: string,
  { channel, platform, kind, sequence }: ReleaseRow,
): number {
  const text = JSON.stringify([receiverId, kind, channel, platform, sequence]);
  return (createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32) * 100;
}

/** Returns the size in bytes, or null if the release has no such content. */
export async function sizeOfContent(
  db: Database,
  applicationId: string,
  manifestSha256: string,
  sha256: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('releaseContents')
    .select('size')
    .where('applicationId', '=', applicationId)
    .where('manifestSha256', '=', manifestSha256)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row === undefined ? null : row.size;
}
