// What the client API gives to download: a file, and which release of the program this account is offered (contract 0.12).
import { z } from 'zod';
import { releaseName } from '../release/names.ts';
import { shortText } from '../primitives.ts';
import { inSession, signInForSome, success } from './common.ts';

export const fileSpec = {
  file: {
    request: z.object({ ...inSession, fileid: shortText }),
    /** `contents`: the bytes in hex, only of files up to 1 MiB; `download`: an address of this service, relative to its own. */
    success: z.object({
      ...success,
      contents: z.string().optional(),
      size: z.number(),
      sha256: z.string(),
      download: z.string(),
    }),
    summary:
      'A file: its bytes in hex where it is small, and a signed URL for a download in ranges.',
    needs: 'session',
    failures: [...signInForSome, 'file-unknown', 'file-broken'],
  },
  release: {
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
          /** Bytes of the files; `null` where the service does not know. */
          size: z.number().nullable(),
          /** Bytes of all chunks, as they travel. */
          stored: z.number(),
        })
        .nullable(),
    }),
    summary:
      'The release of the program that this account is offered on a channel, or `null`: its manifest and chunks are at URLs that work for ten minutes and as long as the session, in ranges.',
    needs: 'sign-in',
    failures: [],
  },
} as const;
