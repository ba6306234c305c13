// Begins a release: reads the uploaded manifest in a thread, and records the contents that the
// release needs in small transactions, so that no other request waits.
import { maxUnfinishedReleases } from '@latchkey/protocol/seller/releases.ts';
import { maxManifestBytes } from '@latchkey/protocol/release/manifest.ts';
import type { ReleaseContentRow } from '../../database/schema-releases.ts';
import type { Database } from '../../database/schema.ts';
import { lockApplication } from '../../database/lock-application.ts';
import { transact, transactWithin, type InTransaction } from '../../database/transact.ts';
import { fail, type SellerCall } from '../../api/seller-call.ts';
import { returnUsed } from './unused-bytes.ts';
import type { OpenFile } from '../../storage/stored-files.ts';
import { manifestReader, type ManifestReading } from '../../storage/manifest-reader.ts';
import { unpackChunks, type StoredChunk } from '../../storage/packed-chunks.ts';

type UploadedManifest = Extract<ManifestReading, { readonly ok: true }> & {
  /** The manifest itself. */
  readonly file: Pick<OpenFile, 'size' | 'storedAtMs'>;
};

/** Does not verify the signature, because the service has no publisher key. Loaders verify it. */
export async function readUploadedManifest(
  { storedFiles, application }: SellerCall,
  sha256: string,
) {
  const opened = await storedFiles.of(application.id).open(sha256);
  if (opened === null) return fail('manifest-missing');
  const { size, storedAtMs } = opened;
  try {
    const refuseManifest = (about: string) =>
      fail('manifest-unusable', `Reason: ${about}.`, { detail: about });
    if (size > maxManifestBytes) return refuseManifest('it is too large');
    const read = await manifestReader.read(application.id, opened);
    if (!read.ok) return refuseManifest(read.problem);
    const { name, ownerid } = read.facts;
    if (name !== application.name || ownerid !== application.ownerid)
      return fail('manifest-of-another-application');
    return { ...read, file: { size, storedAtMs } } satisfies UploadedManifest;
  } finally {
    await opened.close();
  }
}

interface ReleaseSignature {
  readonly manifestSha256: string;
  readonly keyid: string;
  readonly signature: string;
}

/** Rows per transaction, so that each takes only some milliseconds. */
const batchRows = 500;

/**
 * Inserts the release before its contents, because a prune removes contents without a release. A
 * repeated call completes an interrupted one. Returns false if too many releases are unfinished.
 */
export async function recordRelease(
  call: SellerCall,
  signature: ReleaseSignature,
  manifest: UploadedManifest,
): Promise<boolean> {
  const { db, application } = call;
  const { manifestSha256 } = signature;
  const { chunks, file } = manifest;
  const identity = { applicationId: application.id, manifestSha256 };
  const isAdded = await transactWithin(call, async (inside) => {
    await lockApplication(inside.db, application.id);
    if (await isFull(inside.db, identity)) return false;
    await insertRelease(inside, signature, manifest);
    return true;
  });
  if (!isAdded) return false;
  const manifestRow = { sha256: manifestSha256, size: file.size };
  const isNew = (await insertContents(db, identity, [manifestRow])) > 0;
  if (isNew) await returnUsed(db, application.id, file);
  for (const rows of unpackChunks(chunks, batchRows)) await insertContents(db, identity, rows);
  return true;
}

type Identity = Pick<ReleaseContentRow, 'applicationId' | 'manifestSha256'>;

/** Whether there is no room for this release. An existing one needs none. */
async function isFull(db: Database, { applicationId, manifestSha256 }: Identity): Promise<boolean> {
  const { unfinished, own } = await db
    .selectFrom('releases')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('publishedAt', 'is', null).as('unfinished'),
      fn.countAll<number>().filterWhere('manifestSha256', '=', manifestSha256).as('own'),
    ])
    .where('applicationId', '=', applicationId)
    .executeTakeFirstOrThrow();
  return own === 0 && unfinished >= maxUnfinishedReleases;
}

async function insertRelease(
  { db, application, now }: InTransaction<SellerCall>,
  { manifestSha256, keyid, signature }: ReleaseSignature,
  { facts, file }: UploadedManifest,
): Promise<void> {
  const { kind, channel, platform, sequence, version, notes, size, stored } = facts;
  await db
    .insertInto('releases')
    .values({
      applicationId: application.id,
      manifestSha256,
      keyid,
      signature,
      kind,
      channel,
      platform,
      sequence,
      version,
      notes,
      manifestSize: file.size,
      size,
      stored,
      rollout: 0,
      required: 0,
      retracted: 0,
      begunAt: now,
      publishedAt: null,
      // The manifest is a content too.
      contents: facts.contents + 1,
    })
    .onConflict((conflict) => conflict.columns(['applicationId', 'manifestSha256']).doNothing())
    .execute();
}

/** Returns the number of rows that were new. */
async function insertContents(
  db: Database,
  identity: Identity,
  rows: readonly StoredChunk[],
): Promise<number> {
  const { numInsertedOrUpdatedRows = 0n } = await transact(db, (transaction) =>
    transaction
      .insertInto('releaseContents')
      .values(rows.map(({ sha256, size }) => ({ ...identity, sha256, size })))
      .onConflict((conflict) =>
        conflict.columns(['applicationId', 'sha256', 'manifestSha256']).doNothing(),
      )
      .executeTakeFirstOrThrow(),
  );
  return Number(numInsertedOrUpdatedRows);
}
