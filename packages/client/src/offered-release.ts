// The release that a verified answer offers, made fit to be used: nothing in it is believed only because the service said it.
import { z } from 'zod';
import { maxManifestBytes } from '@latchkey/protocol/release/manifest.ts';
import { maxNotesLength, releaseName } from '@latchkey/protocol/release/names.ts';
import { type SuccessOf } from '@latchkey/protocol/client-spec.ts';
import { cleanNotes } from './seller-text.ts';

/** The verified `release` of the service's answer (contract 0.12). */
export interface OfferedRelease {
  readonly sequence: number;
  readonly version: string;
  readonly manifestSha256: string;
  readonly manifestSize: number;
  /** Relative to the service's base address. */
  readonly manifest: string;
  readonly chunks: string;
  readonly notes: string;
  readonly required: boolean;
  /** Bytes of its files, as the service says; null: it does not know. Only for being shown: the manifest decides. */
  readonly size: number | null;
  /** Bytes that travel to a computer that has none of it, likewise. */
  readonly stored: number;
}

/** SECURITY: put behind the service's own address, so it begins a path and cannot become part of the host. */
const ownPath = z
  .string()
  .max(4000)
  .regex(/^\/(?!\/)[\w\-./~%=?&]+$/)
  .refine((text) => !/(?:^|\/)\.{1,2}(?:\/|$)/.test(text));

const offered = z.object({
  sequence: releaseName.sequence,
  version: releaseName.version,
  manifestSha256: z.string().regex(/^[0-9a-f]{64}$/),
  manifestSize: z.int().min(1).max(maxManifestBytes),
  manifest: ownPath,
  chunks: ownPath,
  notes: z.string().max(maxNotesLength).transform(cleanNotes),
  required: z.boolean(),
  size: z.int().min(0).nullable(),
  stored: z.int().min(0),
});

/** null: nothing is offered. `bad`: something that no release can be. */
export function readOffer({ release }: SuccessOf<'release'>): OfferedRelease | null | 'bad' {
  if (release === null) return null;
  const read = offered.safeParse(release);
  return read.success ? read.data : 'bad';
}
