// Validates the release that a verified answer offers.
import { z } from 'zod';
import { maxManifestBytes } from '@latchkey/protocol/release/manifest.ts';
import { maxNotesLength, releaseFields } from '@latchkey/protocol/release/fields.ts';
import { type SuccessOf } from '@latchkey/protocol/client-spec.ts';
import { cleanNotes } from './seller-text.ts';

/** The field `release` of the answer (docs/protocol.md#release-offers). */
export interface OfferedRelease {
  readonly sequence: number;
  readonly version: string;
  readonly manifestSha256: string;
  readonly manifestSize: number;
  /** Path below the service's URL. `chunks` is such a path too. */
  readonly manifest: string;
  readonly chunks: string;
  readonly notes: string;
  readonly required: boolean;
  /** Size of the files in bytes, or null if unknown. For display only: the manifest has the sizes. */
  readonly size: number | null;
  /** Download size in bytes for a first installation. For display only. */
  readonly stored: number;
}

/** SECURITY: the path is appended to the service's URL, so it must not extend the host. */
const servicePath = z
  .string()
  .max(4000)
  .regex(/^\/(?!\/)[\w\-./~%=?&]+$/)
  .refine((text) => !/(?:^|\/)\.{1,2}(?:\/|$)/.test(text));

const offered = z.object({
  sequence: releaseFields.sequence,
  version: releaseFields.version,
  manifestSha256: z.string().regex(/^[0-9a-f]{64}$/),
  manifestSize: z.int().min(1).max(maxManifestBytes),
  manifest: servicePath,
  chunks: servicePath,
  notes: z.string().max(maxNotesLength).transform(cleanNotes),
  required: z.boolean(),
  size: z.int().min(0).nullable(),
  stored: z.int().min(0),
});

/** Returns null if no release is offered, and `bad` if the offer is malformed. */
export function readOffer({ release }: SuccessOf<'release'>): OfferedRelease | null | 'bad' {
  if (release === null) return null;
  const read = offered.safeParse(release);
  return read.success ? read.data : 'bad';
}
