// Finds the release that an account or an installation is offered, and the contents that a release
// needs.
import { createHash } from 'node:crypto';
import { isFeatureOn, type Features } from '@latchkey/protocol/features.ts';
import type { Database } from '../../database/schema.ts';
import type { ReleaseRow } from '../../database/schema-releases.ts';

export type ReleaseLine = Pick<ReleaseRow, 'applicationId' | 'kind' | 'channel' | 'platform'>;

/** For receivers that are no account. */
export const noFeatures = (): Promise<Features> => Promise.resolve({});

interface Offer {
  readonly offered: ReleaseRow | undefined;
  /** A newer release that is only offered to accounts with a feature which this one lacks. */
  readonly withheld: ReleaseRow | undefined;
}

/**
 * Returns the newest release that is published, not retracted, rolled out to this receiver and that
 * requires no feature which the receiver lacks. The receiver is an account, or for a loader an
 * installation. Most releases require no feature, so features are read only if they matter.
 */
export async function offerTo(
  db: Database,
  line: ReleaseLine,
  receiverId: string,
  readFeatures: () => Promise<Features>,
): Promise<Offer> {
  const newest = rolledOut(db, line).orderBy('sequence', 'desc').limit(maxConsidered);
  const isReached = (row: ReleaseRow) => row.rollout > rolloutPositionOf(receiverId, row);
  const rows = await newest.execute();
  const first = rows.find(isReached);
  if (rows.every(({ feature }) => feature === null) || first?.feature === null)
    return { offered: first, withheld: undefined };
  const features = await readFeatures();
  const included = Object.keys(features).filter((name) => isFeatureOn(features[name]));
  const open = await newest
    .where((eb) =>
      eb.or([
        eb('feature', 'is', null),
        ...(included.length > 0 ? [eb('feature', 'in', included)] : []),
      ]),
    )
    .execute();
  const offered = open.find(isReached);
  const isFirst = first?.manifestSha256 === offered?.manifestSha256;
  return { offered, withheld: isFirst ? undefined : first };
}

/**
 * Returns a release that someone has installed and wants to repair. A smaller rollout than at the
 * installation does not prevent the repair, but one that ended at 0 does.
 */
export function installedRelease(
  db: Database,
  line: ReleaseLine,
  sequence: number,
): Promise<ReleaseRow | undefined> {
  return rolledOut(db, line).where('sequence', '=', sequence).executeTakeFirst();
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
