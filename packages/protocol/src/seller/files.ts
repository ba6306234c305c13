// Seller API: files that programs download (docs/protocol.md#seller-operations).
import { z } from 'zod';
import { shortText } from '../primitives.ts';
import { pageAnswer, pageRequest } from '../seller-page.ts';
import { flag, type SellerGroup } from '../seller-spec.ts';
import { urlFailures } from './webhooks.ts';

const url = z.string().max(8000);
const listedFile = {
  id: z.string(),
  /** Empty for a file from the service's upload folder. */
  url: z.string(),
  name: z.string(),
  /** Size in bytes. */
  size: z.string(),
  authed: z.number(),
};
const stored = z.object({ id: z.string(), size: z.string(), sha256: z.string() });

/** Failures shared by `upload` and `editfile`. */
export const contentFailures = {
  ...urlFailures,
  'url-or-name': 'Send either url or name.',
  'upload-unknown': 'The upload folder has no file of this name.',
  'download-failed': 'The file could not be downloaded.',
  'file-too-large': 'File size limit is 50 MB.',
} as const;

export const filesApi = {
  upload: {
    summary:
      'Creates a file from a URL, or from a file name in the upload folder of the service. The service stores a copy.',
    request: z.object({
      url: url.optional(),
      /** Not in the public API. Name of a regular file in the service's upload folder. */
      name: shortText.optional(),
      authed: flag.optional(),
    }),
    answer: stored,
    /** The service answers `File ID <id> Uploaded Successfully`, which contains the id. */
    message: null,
    failures: {
      ...contentFailures,
      'too-many-files': 'An application can have 1000 files. Delete one first.',
    },
    scope: 'all',
    // The URL is not logged, because it can be a secret.
    changes: ['name', 'authed'],
  },
  editfile: {
    summary:
      'Replaces the content of a file, from a URL or the upload folder, or changes `authed`.',
    request: z.object({
      id: shortText,
      url: url.optional(),
      name: shortText.optional(),
      authed: flag.optional(),
    }),
    answer: z.object({}),
    message: 'Successfully updated file!',
    failures: { ...contentFailures, 'file-unknown': 'File not Found' },
    scope: 'all',
    changes: ['id', 'name', 'authed'],
  },
  delfile: {
    summary: 'Deletes a file.',
    request: z.object({ fileid: shortText }),
    answer: z.object({}),
    message: 'Successfully deleted all files!',
    failures: { 'file-unknown': 'Failed to delete file!' },
    scope: 'all',
    changes: ['fileid'],
  },
  delallfiles: {
    summary: 'Deletes all files.',
    request: z.object({}),
    answer: z.object({}),
    message: 'Successfully deleted all files!',
    failures: { 'no-files': 'Failed to delete all files!' },
    scope: 'all',
    changes: [],
  },
  fetchfile: {
    summary: 'Returns a file without its content.',
    request: z.object({ id: shortText }),
    answer: z.object({
      file: z.object({ ...listedFile, sha256: z.string(), uploaddate: z.string() }),
    }),
    message: 'Successfully retrieved file',
    failures: { 'file-unknown': 'File not Found' },
    scope: 'read',
    changes: null,
  },
  fetchallfiles: {
    summary: 'Returns all files, sorted by id.',
    request: z.object(pageRequest),
    answer: z.object({ files: z.array(z.object(listedFile)), ...pageAnswer }),
    message: 'Successfully retrieved files',
    failures: {},
    scope: 'read',
    changes: null,
  },
} as const satisfies SellerGroup;
