// Seller API operations on releases: upload, publication, rollout, retraction and pruning.
// release-upload.ts receives the chunks.
import { type releasesApi, mostMissing } from '@latchkey/protocol/seller/releases.ts';
import type { Database } from '../../database/schema.ts';
import type { ReleaseRow } from '../../database/schema-releases.ts';
import { ofLine } from './releases.ts';
import { makeUploadTicket } from '../../secrets/tickets.ts';
import { releaseUploadPath } from '../../http/paths.ts';
import {
  done,
  fail,
  type SellerRuns,
  type SellerCall,
  type SellerChange,
} from '../../api/seller-call.ts';
import { readPage } from '../../api/seller-page.ts';
import { noteBeginning, readUploaded } from './release-beginning.ts';
import { pruneReleases } from './release-pruning.ts';

export const releases: SellerRuns<typeof releasesApi> = {
  uploadrelease({ secret, application, now }) {
    const ticket = makeUploadTicket(secret, application.id, now);
    const upload = `${releaseUploadPath}?ticket=${ticket}&sha256=`;
    return Promise.resolve(done({ upload }, { text: upload }));
  },

  beginrelease: {
    async prepare(call, { manifest: manifestSha256, keyid, signature }) {
      const read = await readUploaded(call, manifestSha256);
      if (!read.ok) return read;
      await noteBeginning(call, { manifestSha256, keyid, signature }, read);
      return () => Promise.resolve(done({ chunks: read.manifest.chunks.length }));
    },
  },

  async missingchunks(call, { manifest }) {
    if ((await byManifest(call, manifest)) === undefined) return fail(notBegun);
    const { missing } = await missingOf(call, manifest);
    const rest = missing.length > mostMissing ? { more: true as const } : {};
    return done({ missing: missing.slice(0, mostMissing), ...rest });
  },

  publishrelease: {
    async prepare(call, { manifest, rollout = 100, required = 0 }) {
      const begun = await byManifest(call, manifest);
      if (begun === undefined) return fail(notBegun);
      const { all, missing } = await missingOf(call, manifest);
      if (missing.length > 0 || all < begun.contents)
        return fail('Chunks of this release are missing. Upload them first.');
      return async (inside) => {
        const row = await byManifest(inside, manifest);
        if (row === undefined) return fail(notBegun);
        const { version, sequence, publishedAt } = row;
        // Answers a repeated request whose first answer was lost.
        if (publishedAt !== null) return done({ sequence, version });
        if (sequence <= (await newestSequence(inside.db, row)))
          return fail('The sequence must be higher than that of the newest release.');
        await inside.db
          .updateTable('releases')
          .set({ rollout, required, publishedAt: inside.now })
          .where('applicationId', '=', row.applicationId)
          .where('manifestSha256', '=', manifest)
          .execute();
        return done({ sequence, version });
      };
    },
  },

  async retractrelease(call, { undo = 0, ...named }) {
    return (await change(call, named, { retracted: undo === 1 ? 0 : 1 })) ? done() : fail(unknown);
  },

  async rolloutrelease(call, { rollout, ...named }) {
    return (await change(call, named, { rollout })) ? done() : fail(unknown);
  },

  prunereleases: {
    async prepare(call, { keep }) {
      const removed = await pruneReleases(call, keep);
      return () => Promise.resolve(done({ removed }, { audit: `removed=${removed}` }));
    },
  },

  async fetchreleases({ db, application }, page) {
    const query = db
      .selectFrom('releases')
      .selectAll()
      .where('applicationId', '=', application.id)
      .orderBy('kind')
      .orderBy('channel')
      .orderBy('platform')
      .orderBy('sequence', 'desc')
      .orderBy('manifestSha256');
    const { rows, ...more } = await readPage(query, page);
    return done({ releases: rows.map(listed), ...more });
  },
};

const notBegun = 'This release does not exist yet. Call beginrelease first.';
const unknown = 'This release does not exist.';

async function byManifest({ db, application }: SellerCall | SellerChange, manifestSha256: string) {
  return db
    .selectFrom('releases')
    .selectAll()
    .where('applicationId', '=', application.id)
    .where('manifestSha256', '=', manifestSha256)
    .executeTakeFirst();
}

/** Returns the contents that this machine lacks, sorted by hash. */
async function missingOf(
  { db, application, storedFiles }: SellerCall,
  manifestSha256: string,
): Promise<{ readonly all: number; readonly missing: readonly string[] }> {
  const rows = await db
    .selectFrom('releaseContents')
    .select('sha256')
    .where('applicationId', '=', application.id)
    .where('manifestSha256', '=', manifestSha256)
    .orderBy('sha256')
    .execute();
  const here = await storedFiles.of(application.id).names();
  const missing = rows.map(({ sha256 }) => sha256).filter((sha256) => !here.has(sha256));
  return { all: rows.length, missing };
}

async function newestSequence(db: Database, row: ReleaseRow): Promise<number> {
  const newest = await ofLine(db, row)
    .select('sequence')
    .where('publishedAt', 'is not', null)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.sequence ?? 0;
}

interface Named extends Pick<ReleaseRow, 'channel' | 'platform' | 'sequence'> {
  readonly kind?: ReleaseRow['kind'] | undefined;
}

async function change(
  { db, application }: SellerChange,
  { channel, platform, sequence, kind = 'program' }: Named,
  values: Partial<Pick<ReleaseRow, 'retracted' | 'rollout'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('releases')
    .set(values)
    .where('applicationId', '=', application.id)
    .where('kind', '=', kind)
    .where('channel', '=', channel)
    .where('platform', '=', platform)
    .where('sequence', '=', sequence)
    .where('publishedAt', 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

function listed(row: ReleaseRow) {
  const { kind, channel, platform, version, manifestSha256: manifest, keyid, publishedAt } = row;
  const done = row.retracted === 1 ? ('retracted' as const) : ('published' as const);
  return {
    ...{ kind, channel, platform, version, manifest, keyid },
    sequence: row.sequence,
    rollout: row.rollout,
    required: row.required === 1,
    state: publishedAt === null ? ('uploading' as const) : done,
    publishedAt: publishedAt === null ? '' : String(publishedAt),
  };
}
