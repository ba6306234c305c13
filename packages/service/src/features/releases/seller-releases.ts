// Seller API operations on releases: upload, publication, rollout, retraction and pruning.
// release-upload.ts receives the chunks.
import { maxMissingHashes, type releasesApi } from '@latchkey/protocol/seller/releases.ts';
import type { Database } from '../../database/schema.ts';
import type { ReleaseRow } from '../../database/schema-releases.ts';
import { releasesOfLine } from './releases.ts';
import { makeUploadTicket } from '../../secrets/tickets.ts';
import { releaseUploadPath } from '../../http/paths.ts';
import {
  done,
  fail,
  type SellerHandlers,
  type SellerCall,
  type SellerChange,
} from '../../api/seller-call.ts';
import { readPage } from '../../api/seller-page.ts';
import { recordRelease, readUploadedManifest } from './release-beginning.ts';
import { findMissing } from './missing-contents.ts';
import { pruneReleases } from './release-pruning.ts';
import { refuseStoppedUpload } from './release-upload.ts';

export const releases: SellerHandlers<typeof releasesApi> = {
  uploadrelease({ secret, application, key, now }) {
    const stopped = refuseStoppedUpload(application);
    if (stopped !== null) return Promise.resolve(fail(stopped));
    const ticket = makeUploadTicket(
      secret,
      { applicationId: application.id, actor: key.actor },
      now,
    );
    const upload = `${releaseUploadPath}?ticket=${ticket}&sha256=`;
    return Promise.resolve(done({ upload }, { text: upload }));
  },

  beginrelease: {
    async prepare(call, { manifest: manifestSha256, keyid, signature }) {
      const read = await readUploadedManifest(call, manifestSha256);
      if (!read.ok) return read;
      if (!(await recordRelease(call, { manifestSha256, keyid, signature }, read)))
        return fail('too-many-unfinished-releases');
      return () => Promise.resolve(done({ chunks: read.facts.chunks }));
    },
  },

  async missingchunks(call, { manifest }) {
    if ((await findByManifest(call, manifest)) === undefined) return fail('release-not-begun');
    const { missing } = await findMissing(call, manifest);
    const more = missing.length > maxMissingHashes ? { more: true as const } : {};
    return done({ missing: missing.slice(0, maxMissingHashes), ...more });
  },

  publishrelease: {
    async prepare(call, { manifest, rollout = 100, required = 0, feature = null }) {
      const unpublished = await findByManifest(call, manifest);
      if (unpublished === undefined) return fail('release-not-begun');
      if (feature !== null && unpublished.kind === 'loader') return fail('feature-of-loader');
      const { total, missing } = await findMissing(call, manifest);
      if (missing.length > 0 || total < unpublished.contents) return fail('chunks-missing');
      return async (change) => {
        const row = await findByManifest(change, manifest);
        if (row === undefined) return fail('release-not-begun');
        // A push whose answer was lost is repeated, and must not undo a later change.
        if (row.publishedAt !== null) return publication(row, true);
        if (row.sequence <= (await newestSequence(change.db, row)))
          return fail('sequence-not-newer');
        await change.db
          .updateTable('releases')
          .set({ rollout, required, feature, publishedAt: change.now })
          .where('applicationId', '=', row.applicationId)
          .where('manifestSha256', '=', manifest)
          .execute();
        return publication({ ...row, rollout, required, feature }, false);
      };
    },
  },

  async retractrelease(call, { undo = 0, ...selector }) {
    const row = await updateRelease(call, selector, { retracted: undo === 1 ? 0 : 1 });
    return row === undefined ? fail('release-unknown') : done();
  },

  async rolloutrelease(call, { rollout, feature, ...selector }) {
    if (feature && selector.kind === 'loader') return fail('feature-of-loader');
    const values = { rollout, ...(feature !== undefined && { feature: feature || null }) };
    const row = await updateRelease(call, selector, values);
    if (row === undefined) return fail('release-unknown');
    const audit = feature === '' ? 'nofeature=1' : featureAudit(row).trim();
    return done({ feature: row.feature ?? '' }, { audit });
  },

  prunereleases: {
    async prepare(call, { keep, unfinished = 0 }) {
      const removed = await pruneReleases(call, { keep, unfinished: unfinished === 1 });
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
    return done({ releases: rows.map(releaseAnswer), ...more });
  },
};

/** The answer and the audit row say what is stored, not what the request asks for. */
function publication(row: ReleaseRow, isUnchanged: boolean) {
  const { sequence, version, rollout, required } = row;
  const stored = {
    sequence,
    version,
    rollout,
    required: required === 1,
    feature: row.feature ?? '',
    state: publishedState(row),
  };
  const audit = `sequence=${sequence} rollout=${rollout} required=${required}${featureAudit(row)}`;
  return isUnchanged
    ? done({ ...stored, unchanged: true as const }, { audit: `${audit} unchanged` })
    : done(stored, { audit });
}

function featureAudit({ feature }: Pick<ReleaseRow, 'feature'>): string {
  return feature === null ? '' : ` feature=${feature}`;
}

function publishedState({ retracted }: ReleaseRow) {
  return retracted === 1 ? ('retracted' as const) : ('published' as const);
}

async function findByManifest(
  { db, application }: SellerCall | SellerChange,
  manifestSha256: string,
) {
  return db
    .selectFrom('releases')
    .selectAll()
    .where('applicationId', '=', application.id)
    .where('manifestSha256', '=', manifestSha256)
    .executeTakeFirst();
}

async function newestSequence(db: Database, row: ReleaseRow): Promise<number> {
  const newest = await releasesOfLine(db, row)
    .select('sequence')
    .where('publishedAt', 'is not', null)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.sequence ?? 0;
}

interface ReleaseSelector extends Pick<ReleaseRow, 'channel' | 'platform' | 'sequence'> {
  readonly kind?: ReleaseRow['kind'] | undefined;
}

async function updateRelease(
  { db, application }: SellerChange,
  { channel, platform, sequence, kind = 'program' }: ReleaseSelector,
  values: Partial<Pick<ReleaseRow, 'retracted' | 'rollout' | 'feature'>>,
): Promise<Pick<ReleaseRow, 'feature'> | undefined> {
  return db
    .updateTable('releases')
    .set(values)
    .where('applicationId', '=', application.id)
    .where('kind', '=', kind)
    .where('channel', '=', channel)
    .where('platform', '=', platform)
    .where('sequence', '=', sequence)
    .where('publishedAt', 'is not', null)
    .returning('feature')
    .executeTakeFirst();
}

function releaseAnswer(row: ReleaseRow) {
  const { kind, channel, platform, version, manifestSha256: manifest, keyid, publishedAt } = row;
  return {
    kind,
    channel,
    platform,
    version,
    manifest,
    keyid,
    sequence: row.sequence,
    rollout: row.rollout,
    required: row.required === 1,
    ...(row.feature !== null && { feature: row.feature }),
    state: publishedAt === null ? ('uploading' as const) : publishedState(row),
    publishedAt: publishedAt === null ? '' : String(publishedAt),
  };
}
