// What a release is called: its kind, channel, platform, sequence, version and text, the same in the manifest and on the wire.
import { z } from 'zod';

export const maxNotesLength = 10_000;

/** Text that users read: line ends and tabs, and nothing else that is not drawn. */
export function notesText(max: number) {
  return z
    .string()
    .max(max)
    .refine((text) => !/\p{Cs}|[^\P{Cc}\n\t]/u.test(text));
}

export const releaseName = {
  kind: z.enum(['program', 'loader']),
  channel: z.string().regex(/^[a-z0-9-]{1,50}$/),
  /** As Node calls them: `process.platform`, `process.arch`. */
  platform: z.string().regex(/^(?:linux|win32|darwin)-(?:x64|arm64|ia32|arm)$/),
  sequence: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  version: z
    .string()
    .min(1)
    .max(50)
    .refine((text) => !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text)),
};
