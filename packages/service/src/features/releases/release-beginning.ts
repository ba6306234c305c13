// Begins a release: reads the uploaded manifest and records the contents that the release needs.
// Runs in small transactions, so that other writers need not wait.
import {
  maxManifestBytes,
  readManifest,
  type Manifest,
} from '@latchkey/protocol/release/manifest.ts';
import { transact } from '../../database/transact.ts';
import { fail, type SellerCall } from '../../api/seller-call.ts';

interface UploadedManifest {
  readonly ok: true;
  readonly manifest: Manifest;
  readonly size: number;
}

/** Does not verify the signature, because the service has no publisher key. Loaders verify it. */
export async function readUploadedManifest(
  { storedFiles, application }: SellerCall,
  sha256: string,
) {
  const opened = await storedFiles.of(application.id).open(sha256);
  if (opened === null) return fail('The manifest is not uploaded yet. Upload it first.');
  const { size } = opened;
  try {
    const refuseManifest = (about: string) =>
      fail('The manifest cannot be used', `Reason: ${about}.`);
    if (size > maxManifestBytes) return refuseManifest('it is too large');
    const read = readManifest((await opened.readAll()).toString('utf8'));
    if (!read.ok) return refuseManifest(read.problem);
    const { name, ownerid } = read.manifest;
    if (name !== application.name || ownerid !== application.ownerid)
      return fail('The manifest belongs to another application.');
    return { ok: true, manifest: read.manifest, size } satisfies UploadedManifest;
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
 * repeated call completes an interrupted one.
 */
export async function recordRelease(
  { db, application, now }: SellerCall,
  { manifestSha256, keyid, signature }: ReleaseSignature,
  { manifest, size }: UploadedManifest,
): Promise<void> {
  const identity = { applicationId: application.id, manifestSha256 };
  const { files, chunks, kind, channel, platform, sequence, version, notes } = manifest;
  const bytes = {
    size: files.reduce((sum, file) => sum + file.size, 0),
    stored: chunks.reduce((sum, chunk) => sum + chunk.stored, 0),
  };
  const sizes = new Map([
    [manifestSha256, size],
    ...chunks.map(({ storedSha256, stored }) => [storedSha256, stored] as const),
  ]);
  await db
    .insertInto('releases')
    .values({
      ...identity,
      ...{
        manifestSize: size,
        keyid,
        signature,
        kind,
        channel,
        platform,
        sequence,
        version,
        notes,
      },
      ...bytes,
      ...{ rollout: 0, required: 0, retracted: 0, contents: sizes.size, begunAt: now },
      publishedAt: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['applicationId', 'manifestSha256']).doUpdateSet(bytes),
    )
    .execute();
  const rows = [...sizes].map(([sha256, size]) => ({ ...identity, sha256, size }));
  for (let at = 0; at < rows.length; at += batchRows)
    await transact(db, (transaction) =>
      transaction
        .insertInto('releaseContents')
        .values(rows.slice(at, at + batchRows))
        .onConflict((conflict) =>
          conflict.columns(['applicationId', 'sha256', 'manifestSha256']).doNothing(),
        )
        .execute(),
    );
}
