// Schemas of release fields that the manifest and the wire share, such as channel and version.
import { z } from 'zod';

export const maxNotesLength = 10_000;

/**
 * Bounded text for users, without lone surrogates or control characters, except line feeds and
 * tabs.
 */
export function notesText(max: number) {
  return z
    .string()
    .max(max)
    .refine((text) => !/\p{Cs}|[^\P{Cc}\n\t]/u.test(text));
}

export const releaseFields = {
  kind: z.enum(['program', 'loader']),
  channel: z.string().regex(/^[a-z0-9-]{1,50}$/),
  /** Node's `process.platform` and `process.arch`, joined by a hyphen. */
  platform: z.string().regex(/^(?:linux|win32|darwin)-(?:x64|arm64|ia32|arm)$/),
  sequence: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  version: z
    .string()
    .min(1)
    .max(50)
    .refine((text) => !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text)),
};
