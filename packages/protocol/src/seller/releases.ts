// Seller API: operations that upload, publish and remove releases. The public API has none of them.
// docs/releases.md describes the order of the calls.
import { z } from 'zod';
import { maxKeptReleases } from '../limits.ts';
import { manifestSignature } from '../release/manifest.ts';
import { releaseFields } from '../release/fields.ts';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import { flag, wholeNumber, type SellerGroup } from '../seller-spec.ts';
import { featureName } from './features.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const percent = wholeNumber(0, 100);
const releaseKey = {
  channel: releaseFields.channel,
  platform: releaseFields.platform,
  kind: releaseFields.kind.optional(),
  sequence: wholeNumber(1, 999_999_999_999_999),
};
/** The feature that the release requires. Empty: none. Services before features have no such field. */
const requiredFeature = z.union([z.literal(''), featureName]);
const notFound = 'This release does not exist.';
const notOfLoader = 'A release of the loader cannot require a feature.';
const notCreated = 'This release does not exist yet. Call beginrelease first.';

/** Maximum number of releases of an application that were begun and not published. */
export const maxUnfinishedReleases = 20;

/** Maximum number of hashes in one answer of `missingchunks`. */
export const maxMissingHashes = 2000;

export const releasesApi = {
  uploadrelease: {
    summary:
      'Returns an upload URL. Append the SHA-256 of a manifest or chunk and PUT its bytes. The URL works for ten minutes and is relative to the service. It ends with the seller key or account.',
    request: z.object({}),
    answer: z.object({ upload: z.string() }),
    message: 'Successfully created a URL',
    failures: {
      'application-paused': 'The application is paused. Unpause it before you upload.',
      'application-disabled': 'The application is disabled. Enable it before you upload.',
    },
    scope: 'release',
    changes: null,
    isExtension: true,
  },
  beginrelease: {
    summary: `Creates a release from an uploaded manifest. From then on, the service accepts its chunks. An application can have ${maxUnfinishedReleases} releases that are not published.`,
    request: z.object({
      manifest: hash,
      keyid: manifestSignature.shape.keyid,
      signature: manifestSignature.shape.signature,
    }),
    answer: z.object({ chunks: z.number() }),
    message: 'Successfully began release!',
    failures: {
      'manifest-missing': 'The manifest is not uploaded yet. Upload it first.',
      'manifest-unusable': 'The manifest cannot be used',
      'manifest-of-another-application': 'The manifest belongs to another application.',
      'too-many-unfinished-releases': `This application has ${maxUnfinishedReleases} releases that were never published. Publish them, or delete them with prunereleases and unfinished=1.`,
    },
    scope: 'release',
    changes: ['manifest', 'keyid'],
    isExtension: true,
  },
  missingchunks: {
    summary: `Returns the chunks of a release that are not uploaded yet, up to ${maxMissingHashes} at a time.`,
    request: z.object({ manifest: hash }),
    answer: z.object({ missing: z.array(z.string()), ...pageAnswer }),
    message: 'Successfully retrieved missing chunks',
    failures: { 'release-not-begun': notCreated },
    scope: 'release',
    changes: null,
    isExtension: true,
  },
  publishrelease: {
    summary:
      'Publishes a release to all accounts, or to `rollout` percent of them; a release of the loader to installations. Its sequence must be higher than any earlier one of its kind, channel and platform. `required=1` tells loaders not to start an older release. With `feature`, only accounts that have this feature are offered the release. A release that is published already stays as it is: the answer says what is stored, with `unchanged`.',
    request: z.object({
      manifest: hash,
      rollout: percent.optional(),
      required: flag.optional(),
      feature: featureName.optional(),
    }),
    answer: z.object({
      sequence: z.number(),
      version: z.string(),
      rollout: z.number(),
      required: z.boolean(),
      feature: requiredFeature,
      state: z.enum(['published', 'retracted']),
      /** The release was published before. */
      unchanged: z.literal(true).optional(),
    }),
    message: 'Successfully published release!',
    failures: {
      'release-not-begun': notCreated,
      'chunks-missing': 'Chunks of this release are missing. Upload them first.',
      'sequence-not-newer': 'The sequence must be higher than that of the newest release.',
      'feature-of-loader': notOfLoader,
    },
    scope: 'release',
    changes: ['manifest'],
    isExtension: true,
  },
  retractrelease: {
    summary:
      'Retracts a release. Accounts without it are offered the release before it. `undo=1` offers the retracted release again.',
    request: z.object({ ...releaseKey, undo: flag.optional() }),
    answer: z.object({}),
    message: 'Successfully retracted release!',
    failures: { 'release-unknown': notFound },
    scope: 'release',
    changes: ['channel', 'platform', 'kind', 'sequence', 'undo'],
    isExtension: true,
  },
  rolloutrelease: {
    summary:
      'Changes the percentage of accounts, or of installations of the loader, that are offered a release. The same ones always come first. `feature` also changes the feature that the release requires; empty: none.',
    request: z.object({
      ...releaseKey,
      rollout: percent,
      feature: z.union([z.literal(''), featureName]).optional(),
    }),
    mayBeEmpty: ['feature'],
    answer: z.object({ feature: requiredFeature }),
    message: 'Successfully changed rollout!',
    failures: { 'release-unknown': notFound, 'feature-of-loader': notOfLoader },
    scope: 'release',
    changes: ['channel', 'platform', 'kind', 'sequence', 'rollout'],
    isExtension: true,
  },
  prunereleases: {
    summary:
      'Deletes old releases with the chunks that only they need. Keeps the newest `keep` of each kind, channel and platform. Also deletes releases that were created a week ago and never published, and with `unfinished=1` all that were never published.',
    request: z.object({ keep: wholeNumber(1, maxKeptReleases), unfinished: flag.optional() }),
    answer: z.object({ removed: z.number() }),
    message: 'Successfully pruned releases!',
    failures: {},
    scope: 'release',
    changes: ['keep', 'unfinished'],
    isExtension: true,
  },
  fetchreleases: {
    summary: 'Returns all releases, newest first for each channel and platform.',
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
          /** The feature that it requires. Missing if it requires none. */
          feature: z.string().optional(),
          /** `uploading` means that the release is not published yet. */
          state: z.enum(['published', 'retracted', 'uploading']),
          manifest: z.string(),
          keyid: z.string(),
          publishedAt: z.string(),
        }),
      ),
      ...pageAnswer,
    }),
    message: 'Successfully retrieved releases',
    failures: {},
    scope: 'release-list',
    changes: null,
    isExtension: true,
  },
} as const satisfies SellerGroup;
