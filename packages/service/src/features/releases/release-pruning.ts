// Removes unneeded releases and their contents, in small transactions, so that other writers need
// not wait. The next prune completes an interrupted one.
import { transact } from '../../database/transact.ts';
import type { Database } from '../../database/schema.ts';
import { isReferenced } from '../../storage/file-contents.ts';
import type { SellerCall } from '../../api/seller-call.ts';

/**
 * Age at which an unfinished push is removed. A push that continues later uploads everything again.
 */
const abandonedSeconds = 7 * 86_400;
const batchRows = 500;

interface Pruning {
  readonly keep: number;
  /** Whether all unfinished pushes are removed, whatever their age. */
  readonly unfinished: boolean;
}

/** Returns the number of removed releases. */
export async function pruneReleases(call: SellerCall, pruning: Pruning): Promise<number> {
  const unneededHashes = await findUnneeded(call, pruning);
  for (const manifestSha256 of unneededHashes) {
    const one = { applicationId: call.application.id, manifestSha256 };
    // Deletes the release before its contents, so that it is no longer offered.
    await call.db
      .deleteFrom('releases')
      .where('applicationId', '=', one.applicationId)
      .where('manifestSha256', '=', manifestSha256)
      .execute();
  }
  await removeContents(call);
  return unneededHashes.length;
}

/**
 * Returns abandoned pushes, and releases older than the newest `keep` of their kind, channel and
 * platform that are offered to everybody.
 */
async function findUnneeded(
  { db, application, now }: SellerCall,
  { keep, unfinished }: Pruning,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('releases')
    .select(['manifestSha256', 'kind', 'channel', 'platform', 'retracted', 'rollout'])
    .select(['publishedAt', 'begunAt', 'feature'])
    .where('applicationId', '=', application.id)
    .orderBy('sequence', 'desc')
    .orderBy('manifestSha256')
    .execute();
  const retained = new Map<string, number>();
  return rows.flatMap((row) => {
    if (row.publishedAt === null)
      return unfinished || row.begunAt < now - abandonedSeconds ? [row.manifestSha256] : [];
    const lineKey = JSON.stringify([row.kind, row.channel, row.platform]);
    const newerCount = retained.get(lineKey) ?? 0;
    // Only a release that is offered to everybody replaces older ones.
    if (row.retracted === 0 && row.rollout === 100 && row.feature === null)
      retained.set(lineKey, newerCount + 1);
    return newerCount >= keep ? [row.manifestSha256] : [];
  });
}

/** Also removes contents that an interrupted prune left. */
async function removeContents({ db, application, storedFiles }: SellerCall): Promise<void> {
  const files = storedFiles.of(application.id);
  for (;;) {
    const rows = await findOrphans(db, application.id);
    if (rows.length === 0) return;
    const [first] = rows;
    const hashes = rows.map(({ sha256 }) => sha256);
    await transact(db, (transaction) =>
      transaction
        .deleteFrom('releaseContents')
        .where('applicationId', '=', application.id)
        .where('manifestSha256', '=', first?.manifestSha256 ?? '')
        .where('sha256', 'in', hashes)
        .execute(),
    );
    for (const { sha256 } of rows)
      await files.release(sha256, () => isReferenced(db, application.id, sha256));
  }
}

/** Returns contents of one removed release. */
async function findOrphans(db: Database, applicationId: string) {
  const contents = db
    .selectFrom('releaseContents')
    .select(['releaseContents.manifestSha256', 'releaseContents.sha256'])
    .where('releaseContents.applicationId', '=', applicationId);
  const one = await contents
    .leftJoin('releases', (join) =>
      join
        .onRef('releases.applicationId', '=', 'releaseContents.applicationId')
        .onRef('releases.manifestSha256', '=', 'releaseContents.manifestSha256'),
    )
    .where('releases.manifestSha256', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (one === undefined) return [];
  return contents
    .where('releaseContents.manifestSha256', '=', one.manifestSha256)
    .limit(batchRows)
    .execute();
}
