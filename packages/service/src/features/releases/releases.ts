// What is known of releases: which one an account is offered, and what a release needs on disk.
import { createHash } from 'node:crypto';
import type { Database } from '../../database/schema.ts';
import type { ReleaseRow } from '../../database/schema-releases.ts';

export type ReleaseLine = Pick<ReleaseRow, 'applicationId' | 'kind' | 'channel' | 'platform'>;

/** The newest that was published, is not retracted, and is rolled out to this account. */
export async function offeredRelease(
  db: Database,
  line: ReleaseLine,
  userId: string,
): Promise<ReleaseRow | undefined> {
  const rows = await ofLine(db, line)
    .selectAll()
    .where('publishedAt', 'is not', null)
    .where('retracted', '=', 0)
    .where('rollout', '>', 0)
    .orderBy('sequence', 'desc')
    .limit(mostLookedAt)
    .execute();
  return rows.find((row) => row.rollout > shareOf(userId, row));
}

/** Whoever rolls out more than these at once, each to a few, offers the rest to nobody. */
const mostLookedAt = 50;

export function ofLine(db: Database, { applicationId, kind, channel, platform }: ReleaseLine) {
  return db
    .selectFrom('releases')
    .where('applicationId', '=', applicationId)
    .where('kind', '=', kind)
    .where('channel', '=', channel)
    .where('platform', '=', platform);
}

/** 0 to under 100, always the same for an account and a release; of another release, another account is the first. */
function shareOf(userId: string, { channel, platform, kind, sequence }: ReleaseRow): number {
  const text = JSON.stringify([userId, kind, channel, platform, sequence]);
  return (createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32) * 100;
}

/** null: nothing of that name belongs to a release that is offered to anybody. */
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
