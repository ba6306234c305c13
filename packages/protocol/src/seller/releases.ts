// Releases in the seller API: all of them ours. `latchkey release` speaks them; docs/releases.md tells the order.
import { z } from 'zod';
import { manifestSignature } from '../release/manifest.ts';
import { releaseName } from '../release/names.ts';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import { flag, wholeNumber, type SellerGroup } from '../seller-spec.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const percent = wholeNumber(0, 100);
const named = {
  channel: releaseName.channel,
  platform: releaseName.platform,
  kind: releaseName.kind.optional(),
  sequence: wholeNumber(1, 999_999_999_999_999),
};
const unknown = 'There is no such release.';
const notBegun = 'This release was not begun: beginrelease comes first.';

/** Hashes in one answer of `missingchunks`. */
export const mostMissing = 2000;

export const releasesApi = {
  uploadrelease: {
    summary:
      'A URL for uploading: PUT the bytes of a manifest or chunk to it, ended by their SHA-256. It works for ten minutes, and is relative to that of the service.',
    request: z.object({}),
    answer: z.object({ upload: z.string() }),
    message: 'Successfully made a URL',
    failures: [],
    scope: 'release',
    changes: null,
    own: true,
  },
  beginrelease: {
    summary: 'Begins a release whose manifest was uploaded: its chunks are taken from then on.',
    request: z.object({
      manifest: hash,
      keyid: manifestSignature.shape.keyid,
      signature: manifestSignature.shape.signature,
    }),
    answer: z.object({ chunks: z.number() }),
    message: 'Successfully began release!',
    failures: [
      'The manifest was not uploaded.',
      'The manifest cannot be used.',
      'The manifest is of another application.',
    ],
    scope: 'release',
    changes: ['manifest', 'keyid'],
    own: true,
  },
  missingchunks: {
    summary: `What is still to be uploaded of a release that was begun, up to ${mostMissing} at a time.`,
    request: z.object({ manifest: hash }),
    answer: z.object({ missing: z.array(z.string()), ...pageAnswer }),
    message: 'Successfully retrieved missing chunks',
    failures: [notBegun],
    scope: 'release',
    changes: null,
    own: true,
  },
  publishrelease: {
    summary:
      'Offers a release from now on: to all, or to `rollout` percent of the accounts. Its sequence must be higher than that of any before on its channel and platform. `required`: loaders are told not to start an older one.',
    request: z.object({ manifest: hash, rollout: percent.optional(), required: flag.optional() }),
    answer: z.object({ sequence: z.number(), version: z.string() }),
    message: 'Successfully published release!',
    failures: [
      notBegun,
      'Chunks of it are missing: upload them first.',
      'Its sequence is not higher than that of the newest release.',
    ],
    scope: 'release',
    changes: ['manifest', 'rollout', 'required'],
    own: true,
  },
  retractrelease: {
    summary:
      'Offers a release no more; the one before it is offered again to who does not have it yet. `undo=1` takes that back.',
    request: z.object({ ...named, undo: flag.optional() }),
    answer: z.object({}),
    message: 'Successfully retracted release!',
    failures: [unknown],
    scope: 'release',
    changes: ['channel', 'platform', 'kind', 'sequence', 'undo'],
    own: true,
  },
  rolloutrelease: {
    summary: 'Offers a release to so many percent of the accounts: always the same ones first.',
    request: z.object({ ...named, rollout: percent }),
    answer: z.object({}),
    message: 'Successfully changed rollout!',
    failures: [unknown],
    scope: 'release',
    changes: ['channel', 'platform', 'kind', 'sequence', 'rollout'],
    own: true,
  },
  prunereleases: {
    summary:
      'Removes releases and what only they need: all but the newest `keep` of each channel and platform, and what was begun a week ago and never published.',
    request: z.object({ keep: wholeNumber(1, 1000) }),
    answer: z.object({ removed: z.number() }),
    message: 'Successfully pruned releases!',
    failures: [],
    scope: 'release',
    changes: ['keep'],
    own: true,
  },
  fetchreleases: {
    summary: 'All releases, newest first in each channel and platform.',
    request: z.object(pageRequest),
    answer: z.object({
      releases: z.array(
        z.object({
          kind: z.string(),
          channel: z.string(),
          platform: z.string(),
          sequence: z.number(),
          version: z.string(),
          rollout: z.number(),
          required: z.boolean(),
          /** `uploading`: begun and not published. */
          state: z.enum(['published', 'retracted', 'uploading']),
          manifest: z.string(),
          keyid: z.string(),
          publishedAt: z.string(),
        }),
      ),
      ...pageAnswer,
    }),
    message: 'Successfully retrieved releases',
    failures: [],
    scope: 'release-list',
    changes: null,
    own: true,
  },
} as const satisfies SellerGroup;
