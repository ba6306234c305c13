// Schemas for the kind, channel, platform, sequence, version and notes of a release, shared by the
// manifest and the wire.
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

export const releaseName = {
  kind: z.enum(['program', 'loader']),
  channel: z.string().regex(/^[a-z0-9-]{1,50}$/),
  /** `process.platform` and `process.arch` of Node, with a hyphen between. */
  platform: z.string().regex(/^(?:linux|win32|darwin)-(?:x64|arm64|ia32|arm)$/),
  sequence: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  version: z
    .string()
    .min(1)
    .max(50)
    .refine((text) => !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text)),
};
