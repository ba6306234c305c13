// `release` of the client API (contract 0.12): which release of the program this account is offered, if any.
import { z } from 'zod';
import { releaseName } from '../release/names.ts';
import { inSession, success } from './client-api.ts';

export const clientRelease = {
  request: z.object({
    ...inSession,
    channel: releaseName.channel,
    platform: releaseName.platform,
    kind: releaseName.kind.optional(),
  }),
  success: z.object({
    ...success,
    release: z
      .object({
        sequence: z.number(),
        version: z.string(),
        manifestSha256: z.string(),
        manifestSize: z.number(),
        /** Addresses relative to that of the service, good for ten minutes; the signature is at `<manifest>.sig`. */
        manifest: z.string(),
        /** Ended by the `storedSha256` of a chunk. */
        chunks: z.string(),
        notes: z.string(),
        required: z.boolean(),
      })
      .nullable(),
  }),
};
