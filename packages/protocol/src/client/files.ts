// Client API: file downloads and release offers (docs/protocol.md#release-offers).
import { z } from 'zod';
import { releaseFields } from '../release/fields.ts';
import { sessionid, shortText } from '../primitives.ts';
import { common, inSession, signInReasons, success } from './common.ts';

const sequenceText = z.string().regex(/^[1-9][0-9]{0,15}$/);
const installId = z.string().regex(/^[0-9a-f]{16}$/);

export const fileSpec = {
  file: {
    request: z.object({ ...inSession, fileid: shortText }),
    /** `contents` is hex, for files up to 1 MiB. `download` is relative to the service's URL. */
    success: z.object({
      ...success,
      contents: z.string().optional(),
      size: z.number(),
      sha256: z.string(),
      download: z.string(),
    }),
    summary:
      'Returns the size, SHA-256 and download URL of a file. For files up to 1 MiB, `contents` has the bytes in hex. The URL is relative to the service, works for ten minutes and serves single ranges.',
    needs: 'session',
    failures: [...signInReasons, 'file-unknown', 'file-broken'],
  },
  release: {
    request: z
      .object({
        ...common,
        sessionid: sessionid.optional(),
        channel: releaseFields.channel,
        platform: releaseFields.platform,
        kind: releaseFields.kind.optional(),
        /** Random id of the loader's installation, which decides about a rollout. */
        install: installId.optional(),
        /** The sequence of the installed release, to repair it. If omitted, the newest release. */
        sequence: sequenceText.optional(),
        /** With `sequence`: the SHA-256 of the installed manifest, which shows that it is installed. */
        manifest: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .optional(),
      })
      .refine(({ kind, sessionid: id }) => kind === 'loader' || id !== undefined, {
        path: ['sessionid'],
      })
      .refine(({ kind, install }) => kind !== 'loader' || install !== undefined, {
        path: ['install'],
      }),
    success: z.object({
      ...success,
      release: z
        .object({
          sequence: z.number(),
          version: z.string(),
          manifestSha256: z.string(),
          manifestSize: z.number(),
          /**
           * URL relative to the service's URL, valid for ten minutes. The signature is at
           * `<manifest>.sig`.
           */
          manifest: z.string(),
          /** URL prefix of the chunks. The `storedSha256` of a chunk completes the URL. */
          chunks: z.string(),
          notes: z.string(),
          required: z.boolean(),
          /** Size of the installed files in bytes, or null if unknown. */
          size: z.number().nullable(),
          /** Download size of all chunks in bytes. */
          stored: z.number(),
        })
        .nullable(),
      /** The feature without which the account is offered no release. */
      needs: z.string().optional().catch(undefined),
    }),
    summary:
      'Returns the release that this account is offered on a channel, or `null`. `manifest` is a URL, and the `storedSha256` of a chunk completes the URL prefix `chunks`. Both are relative to the service and serve single ranges. A release that requires a [feature](protocol.md#features) is offered only to accounts that have it; if there is no other one, `needs` has the name of the feature. With `sequence`, it returns that release, so that an installed one can be repaired; with its SHA-256 as `manifest`, even if the account lacks its feature. They work for ten minutes, while the session lasts. With `kind=loader`, it returns the release of the loader for the installation `install`. This needs no session, and `install` is required.',
    needs: 'sign-in',
    sessionlessKind: 'loader',
    failures: [],
  },
} as const;
